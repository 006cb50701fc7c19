// Decorators and `using` in namespaces.
namespace Models {
  export const seen: string[] = [];
  const model = (value: any, context: any): any => { seen.push(`${context.kind} ${context.name}`); if (context.kind === 'class') return class extends value { decorated = true; }; };
  @model export class User { @model name = 'u'; @model accessor age = seen.length; static make() { return new User(); } }
  export @model class Post { @model static title() { return seen[0]; } }
  export const make = () => [User.make(), new Post()];
  export const Anonymous = class { @model m() {} };
  { using resource = { [Symbol.dispose]() { seen.push('disposed'); } }; seen.push('used'); }
}
namespace Models { seen.push(typeof User); }
console.log(Models.make(), Models.seen, (Models.User as any).name, Models.Post.title());
@((value: any) => { value.tagged = true; }) class Late {}
namespace Late { export let extra = 1; }
console.log((Late as any).tagged, Late.extra);
