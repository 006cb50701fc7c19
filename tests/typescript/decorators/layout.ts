// Decorators among comments, line ends, modifiers and missing semicolons.
const d = (...words: any[]) => (_: any, context: any): any => { console.log(context.kind, context.name, ...words); };
const ns = { deep: { d } };
class Untidy {
  first = 1
  @d() /* one */ second // two
  @d(
    'several',
    // a comment with @d
    'lines',
  )
  /** documented */
  public
  static
  third = { a: [1] }
  @ns.deep.d('called') readonly fourth: Map<string, { a: number }> =
    new Map<string, { a: number }>()
  @d() fifth
  *sixth() {}
  @d() ['seventh']
  @d() get = 1; @d() static static = 2
  @(true ? d('ternary') : d('no')) eighth?: { a: string
    b: number }
  @d<string>('generic') async
  ninth() { return class { @d('inner') x = class { @d('innermost') y = this.toString } } }
  @d('é')
  ünï = 'ü'
  overload(a: string): void
  overload(a: number): void
  @d('overload') overload(a: any) {}
}
console.log(new Untidy(), Untidy.third, Untidy.static); new Untidy().overload(1)
@d('class') // after
/* before */ class Tidy { }
console.log(new Error('where').stack!.split('\n')[1].replace(/.*[\\/]/, ''), Tidy.name)
