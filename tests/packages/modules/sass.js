// Style sheets: mixins, loops, functions in JavaScript, errors with their place.
import * as sass from 'sass';

const source = `@use 'sass:math';
@mixin box($size) { width: math.div($size, 2); &:hover { @content; } }
@each $name, $color in (a: red, b: #00f) { .#{$name} { @include box(10px) { color: $color; } } }
.c { width: twice(3px); }`;
const { css, loadedUrls } = await sass.compileStringAsync(source, {
  functions: { 'twice($n)': ([n]) => new sass.SassNumber(n.assertNumber().value * 2, 'px') },
});
console.log(css, loadedUrls.length);
console.log(sass.compileString('.a { .b { c: d } }', { style: 'compressed' }).css);
try {
  sass.compileString('a { color: $none }');
} catch (error) {
  console.log(error.sassMessage, error.span.start.line, error.span.start.column);
}
