import { expect, test } from 'vitest'
import { growthOf, growthOfOneReading } from '../../../test/growth.ts'
import { fromHtml } from './from-html.ts'

test.each([
  ['It&#8217;s great &amp; sturdy', 'It’s great & sturdy'],
  ['First.<br />Second.<br>\n<p>10&quot; high, I &lt;3 it</p>', 'First.\nSecond.\n\n10" high, I <3 it'],
  ['<p>Um</p><p class="x">Dois</p>', 'Um\n\nDois'],
  ['<b>Muito</b> <a href="https://x.example/?a=1&amp;b">bom</a>', 'Muito bom'],
  ['M&eacute;ndez', 'Méndez'],
  ['Thank&nbsp;you<br/>The shop', 'Thank you\nThe shop'],
  ['r&aacute;pido&hellip;&#13;&#10;Recomendo', 'rápido…\nRecomendo'],
  // Once, and not again.
  ['&lt;b&gt;bold&lt;/b&gt;', '<b>bold</b>'],
  ['&amp;quot;', '&quot;'],
  // No HTML.
  ['10" wide <3 and a<b, AT&T', '10" wide <3 and a<b, AT&T'],
  ['a<b and c>d', 'a<b and c>d'],
  [
    '&unknown; R&D, see https://x.example/?a=1&copy=2&region=3',
    '&unknown; R&D, see https://x.example/?a=1&copy=2&region=3',
  ],
  // Some programs leave the semicolon out.
  ['Salt &amp pepper, caf&eacute, It&#39s &copy 2020', "Salt & pepper, café, It's © 2020"],
  ['Na&#xEF;ve &#x1F600;', 'Naïve 😀'],
  ['line\n\n\n\nline', 'line\n\n\n\nline'],
])('%j is %j', (html, text) => {
  expect(fromHtml(html)).toBe(text)
})

test.each([
  ['', '<b ', ' '],
  ['', '<a x="', ' '],
  ['', '<p\n', ' '],
  ['', '&#', ' '],
  ['', '<br', ' '],
  ['', '</', ' '],
  ['', '&a', ' '],
  ['<b', ' ', ''],
  ['&amp;', '\n ', 'x'],
])('%j with many %j is read once', async (begin, part, end) => {
  const read = (size: number) => fromHtml(begin + part.repeat(size / part.length) + end.repeat(size / 10))
  expect(await growthOf(read, 6_000)).toBeLessThan(growthOfOneReading)
})
