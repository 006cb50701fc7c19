// A schema from text and one from code, executed; errors with their place; the tree visited and printed.
const { buildSchema, graphql, GraphQLSchema, GraphQLObjectType, GraphQLString, GraphQLNonNull, GraphQLList, parse, visit, print, printSchema, validate } =
  require('graphql') as typeof import('graphql');

type Book = { id: string; title: string; authorId: number };
const books: Book[] = [{ id: '1', title: 'Notes', authorId: 7 }, { id: '2', title: 'Sketch', authorId: 8 }];

const schema = buildSchema(`
  "A printed thing" type Book { id: ID!, title(upper: Boolean = false): String!, author: Author }
  type Author { name: String! }
  enum Order { ASC DESC }
  type Query { books(order: Order = ASC, limit: Int): [Book!]!, fail: String }
`);
const root = {
  books: ({ order, limit }: { order: 'ASC' | 'DESC'; limit?: number }) =>
    (order === 'DESC' ? books.toReversed() : books).slice(0, limit ?? 10).map((book) => ({
      id: book.id,
      title: ({ upper }: { upper: boolean }) => (upper ? book.title.toUpperCase() : book.title),
      author: async () => (book.authorId === 7 ? { name: 'Ada' } : null),
    })),
  fail: () => { throw new Error('on purpose'); },
};

async function main(): Promise<void> {
  const source = 'query Q($n: Int!) { books(order: DESC, limit: $n) { ...parts } fail } fragment parts on Book { id loud: title(upper: true) author { name } }';
  console.log(JSON.stringify(await graphql({ schema, source, rootValue: root, variableValues: { n: 2 } })));
  console.log(validate(schema, parse('{ books { nope } }')).map((error) => `${error.message} ${JSON.stringify(error.locations)}`));
  const typed = new GraphQLSchema({
    query: new GraphQLObjectType({
      name: 'Query',
      fields: { hello: { type: new GraphQLNonNull(GraphQLString), args: { names: { type: new GraphQLList(GraphQLString) } }, resolve: (_, { names }) => `hello ${names.join(' and ')}` } },
    }),
  });
  console.log(printSchema(typed), JSON.stringify(await graphql({ schema: typed, source: '{ hello(names: ["a", "b"]) }' })));
  console.log(print(visit(parse('{ a { b } }'), { Field: { leave: (node) => (node.name.value === 'b' ? { ...node, name: { ...node.name, value: 'c' } } : undefined) } })));
  try {
    parse('{ a(');
  } catch (error) {
    console.log(String(error));
  }
}
void main();
