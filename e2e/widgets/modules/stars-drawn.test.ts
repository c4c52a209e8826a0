import { expect, test } from 'vitest'
import { load, ModulePages } from './modules.ts'

type Stars = typeof import('../../../widgets/elements/stars.ts')

const pages = new ModulePages()

/** Draws stars of 24 px and 2 px between them, and names what is painted at the height of their arms, by x. */
async function open(count: number) {
  const page = await pages.open()
  const stars = await load<Stars>(page, 'elements/stars.ts')
  const svg = await stars.evaluateHandle(({ drawStars }, count) => {
    const svg = drawStars(count)
    Object.assign(svg.style, { position: 'fixed', inset: '0 auto auto 0', height: '24px' })
    svg.style.width = `${svg.viewBox.baseVal.width}px`
    document.body.append(svg)
    return svg
  }, count)
  return {
    page,
    svg,
    fill: async (value: number) => {
      await stars.evaluate(({ setStars }, [svg, value]) => setStars(svg as SVGSVGElement, value as number), [
        svg,
        value,
      ] as const)
    },
    painted: (xs: number[]) =>
      page.evaluate(
        xs =>
          xs.map(x => {
            const there = document.elementFromPoint(x, 10)
            return there?.localName === 'path' ? there.getAttribute('class') : ''
          }),
        xs,
      ),
  }
}

const middles = [12, 38, 64, 90, 116]

test('stars: a drawing of five stars, all of them empty, which screen readers pass over', async () => {
  const { svg, painted } = await open(5)
  expect(
    await svg.evaluate(svg => [
      svg.namespaceURI,
      svg.getAttribute('viewBox'),
      svg.getAttribute('part'),
      svg.getAttribute('class'),
      svg.getAttribute('aria-hidden'),
    ]),
  ).toEqual(['http://www.w3.org/2000/svg', '0 0 128 24', 'stars', 'stars', 'true'])
  expect(await painted(middles)).toEqual(['empty', 'empty', 'empty', 'empty', 'empty'])
  expect((await painted([25, 51, 77, 103, 129])).join('')).toBe('') // between and after the stars
  expect(await svg.evaluate(svg => [...svg.querySelectorAll('path')].map(path => path.classList[0]))).toEqual(
    ['empty', 'full'],
  )
})

test('stars: a drawing of one star is as wide as the star', async () => {
  const { svg, fill, painted } = await open(1)
  expect(await svg.getAttribute('viewBox')).toBe('0 0 24 24')
  expect(await painted(middles)).toEqual(['empty', '', '', '', ''])
  await fill(1)
  expect(await painted([5, 12, 19])).toEqual(['full', 'full', 'full'])
})

test('stars: filled stars cover the empty ones, a fraction fills a part', async () => {
  const { fill, painted } = await open(5)
  await fill(2.5)
  expect(await painted(middles.map(x => x - 3))).toEqual(['full', 'full', 'full', 'empty', 'empty'])
  expect(await painted(middles.map(x => x + 3))).toEqual(['full', 'full', 'empty', 'empty', 'empty'])
  await fill(5)
  expect(await painted(middles.map(x => x + 3))).toEqual(['full', 'full', 'full', 'full', 'full'])
  await fill(0.75)
  expect(await painted([16, 20, 38])).toEqual(['full', 'empty', 'empty'])
  await fill(0)
  expect(await painted(middles)).toEqual(['empty', 'empty', 'empty', 'empty', 'empty'])
})
