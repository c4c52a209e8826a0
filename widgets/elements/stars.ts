const namespace = 'http://www.w3.org/2000/svg'
const pitch = 26 // from star to star, in the drawing's units; a star is 24 wide

/** Stars as one drawing: `count` empty ones and, over them, as much of full ones as `setStars` says. */
export function drawStars(count: number): SVGSVGElement {
  const width = count * pitch - 2
  const svg = draw('svg', {
    viewBox: `0 0 ${width} 24`,
    part: 'stars',
    'aria-hidden': 'true',
    class: 'stars',
  })
  const shape = Array.from({ length: count }, (_, index) => star(index * pitch)).join('')
  const full = draw('svg', { height: '24', width: '0' }) // its own frame cuts the full stars off
  full.append(draw('path', { d: shape, class: 'full' }))
  svg.append(draw('path', { d: shape, class: 'empty' }), full)
  return svg as SVGSVGElement
}

/** Fills `value` of the stars, to a fraction of a star. */
export function setStars(svg: SVGSVGElement, value: number): void {
  const whole = Math.floor(value)
  svg.lastElementChild?.setAttribute('width', (whole * pitch + (value - whole) * 24).toFixed(2))
}

function star(x: number): string {
  return `M${x + 12} 2.4l3 6 6.6 1-4.8 4.7 1.1 6.6-5.9-3.1-5.9 3.1 1.1-6.6-4.8-4.7 6.6-1z`
}

function draw(name: string, attributes: Record<string, string>): Element {
  const element = document.createElementNS(namespace, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}
