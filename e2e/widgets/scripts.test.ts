import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { openForTests } from '../../server/test/for-each-test/open-for-tests.ts'
import { shelve } from './review-shelf.ts'
import { setStage } from './stage.ts'

// Reviews in scripts of which a bare machine has no font. They wrap and are cut like any other text.
const bodies = {
  ar: 'أستخدمه كل صباح والقهوة رائعة، لكن المقبض يسخن قليلًا. ',
  he: 'משתמשת בזה כל בוקר והקפה נהדר, אבל הידית מתחממת קצת. ',
  hi: 'रोज़ सुबह इस्तेमाल करती हूँ, कॉफ़ी बढ़िया बनती है। ',
  bn: 'প্রতিদিন সকালে ব্যবহার করি, কফি দারুণ হয়। ',
  th: 'ใช้ทุกเช้ากาแฟหอมมากแต่ด้ามจับร้อนนิดหน่อย',
  ja: '毎朝使っています。とてもおいしいコーヒーが淹れられます。',
  ko: '매일 아침 쓰는데 커피가 정말 맛있어요. ',
  'zh-CN': '每天早上都用，咖啡很香，就是手柄有点烫。',
}

const drawn = Object.entries(bodies).filter(([language]) => hasFont(language))
const missing = Object.keys(bodies).filter(language => !hasFont(language))
if (missing.length > 0)
  console.log(
    `Skipped: the letters of ${missing.join(', ')}, as no font here has them. Debian's are in fonts-noto-core and fonts-noto-cjk.`,
  )

const stage = openForTests(setStage)

test.skipIf(drawn.length === 0)('letters of all scripts are drawn, and lines break on a phone', async () => {
  await shelve(
    stage,
    'moka',
    drawn.map(([language, body]) => ({ language, title: '', body: body.repeat(40) })),
  )
  const { page } = await stage.visit(
    '<rw-reviews data-product-id="moka" data-items-per-page="20"></rw-reviews>',
    {
      browser: { viewport: { width: 320, height: 640 } },
    },
  )
  await page
    .locator('article')
    .nth(drawn.length - 1)
    .waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Read more' }).count()).toBe(drawn.length)
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  const letters = drawn.map(([language, body]) => [language, [...new Set(body.match(/\p{L}/gu))]] as const)
  const boxes = await page.evaluate(
    all => {
      const pen = Object.assign(document.createElement('canvas'), { width: 40, height: 40 }).getContext(
        '2d',
        {
          willReadFrequently: true,
        },
      ) as CanvasRenderingContext2D
      pen.font = `24px ${getComputedStyle(document.body).fontFamily}`
      const drawing = (letter: string) => {
        pen.clearRect(0, 0, 40, 40)
        pen.fillText(letter, 4, 30)
        return pen.getImageData(0, 0, 40, 40).data.join()
      }
      const box = drawing('\u{10fffe}')
      return all.map(([language, letters]) => [language, letters.filter(letter => drawing(letter) === box)])
    },
    letters as [string, string[]][],
  )
  expect(boxes).toEqual(drawn.map(([language]) => [language, []]))
})

function hasFont(language: string): boolean {
  try {
    return execFileSync('fc-list', [`:lang=${language.toLowerCase()}`], { encoding: 'utf8' }).trim() !== ''
  } catch {
    return false // no fontconfig
  }
}
