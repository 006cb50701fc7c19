// Components compiled for the server, then rendered.
import { writeFileSync } from 'node:fs';
import { compile, parse } from 'svelte/compiler';
import { render } from 'svelte/server';

const source = `<script>let { names = [] } = $props(); let n = $derived(names.length);</script>
{#if n}<ul>{#each names as name, i}<li class:odd={i % 2}>{name}</li>{/each}</ul>{:else}<p>none</p>{/if}
<style>li { color: red }</style>`;
const { js, css, warnings } = compile(source, { generate: 'server', name: 'List', filename: 'List.svelte' });
console.log(css.code, warnings.length, parse(source, { modern: true }).fragment.nodes.length);
writeFileSync(new URL('./List.js', import.meta.url), js.code);
const { default: List } = await import('./List.js');
console.log(render(List, { props: { names: ['a & b', '<c>'] } }).body.replace(/<!--.*?-->/g, ''));
console.log(render(List, { props: {} }).body.replace(/<!--.*?-->/g, ''));
try {
  compile('<p>{#if}</p>', { filename: 'Bad.svelte' });
} catch (error) {
  console.log(error.code, error.start.line, error.start.column);
}
