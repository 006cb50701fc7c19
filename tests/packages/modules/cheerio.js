// A page loaded, queried, changed and written with cheerio.
import * as cheerio from 'cheerio';

const $ = cheerio.load(`<!doctype html><title>Shop</title><ul id="fruits"><li class="apple" data-price="1.5">Apple</li><li class="pear">Pear &amp; co</li><li>Plum</li></ul><form><input name="a" value="1"><select name="b"><option value="x" selected>X</option></select></form>`);
console.log($('title').text(), $('#fruits > li').length, $('.apple').data('price'), $('li:not([class])').text());
console.log($('li').map((index, element) => `${index}:${$(element).text()}`).get(), $('li').eq(1).prev().attr('class'));
$('ul').append('<li class="new">Kiwi</li>').find('.pear').addClass('ripe').removeClass('pear').attr('title', 'a "b"');
$('.apple').replaceWith((_, element) => `<b>${$(element).text().toUpperCase()}</b>`);
$('li').filter((_, element) => $(element).text() === 'Plum').remove();
console.log($('ul').html());
console.log($('form').serialize(), $('form').serializeArray(), $('li').is('.new'), $('li').closest('ul').attr('id'));
console.log($.extract({ title: 'title', items: [{ selector: 'li', value: 'class' }] }));
const xml = cheerio.load('<feed><entry id="1"/><entry id="2"><![CDATA[<x>]]></entry></feed>', { xml: true });
console.log(xml('entry[id=2]').text(), xml.xml());
console.log($.html().length, cheerio.load('<p>a<p>b', null, false).html());
