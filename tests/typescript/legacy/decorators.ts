// Legacy decorators run for members, then parameters, then the class, each list from its end.
const seen: unknown[] = [];
(Reflect as any).metadata = (key: string, value: any) => (target: any, name?: string) => {
  seen.push([key, name, Array.isArray(value) ? value.map((one) => one?.name) : value?.name]);
};
const mark = (label: string): any => {
  console.log('evaluate', label);
  return (target: any, key?: string | symbol, third?: any) => {
    console.log('apply', label, typeof target, key, typeof third === 'object' ? Object.keys(third) : third);
  };
};
@mark('class 1') @mark('class 2')
class Service {
  @mark('field') name: string = 'n';
  @mark('static') static count: number = 0;
  constructor(@mark('constructor') private log: Console, other?: Date) {}
  @mark('method 1') @mark('method 2') run(@mark('parameter') a: number, b: string[]): Promise<void> { return null!; }
  @mark('getter') get size(): number { return 1; }
}
function replaced(target: any): any { return class extends target { extra = true; }; }
@replaced class Original { own = 1; }
console.log(new Original(), Service.name);
for (const entry of seen) console.log(entry);
