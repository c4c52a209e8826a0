import type { Kind } from './catalogue.ts'

/** Draws a product as SVG, 400 by 400, in its colour. The demo needs no photographs, and loads none. */
export function draw(kind: Kind, tint: string): string {
  const ground = mix(tint, '#ffffff', 0.86)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" role="img">
<rect width="400" height="400" fill="${ground}"/>
<ellipse cx="200" cy="330" rx="120" ry="14" fill="${mix(ground, '#000000', 0.12)}"/>
${shapeOf(kind, tint)}
</svg>`
}

/** The product alone, which stands at 330. */
export function shapeOf(kind: Kind, tint: string): string {
  const shade = mix(tint, '#000000', 0.22)
  const light = mix(tint, '#ffffff', 0.35)
  return shapes[kind]({ tint, shade, light, dark: '#33302c', cream: '#f7f1e8' })
}

type Paint = { tint: string; shade: string; light: string; dark: string; cream: string }

const shapes: Record<Kind, (paint: Paint) => string> = {
  beans: ({ tint, shade, light, cream }) => `
<path d="M118 120h164l14 202a10 10 0 0 1-10 10H114a10 10 0 0 1-10-10z" fill="${tint}"/>
<path d="M118 120h164l-6-34a8 8 0 0 0-8-6H132a8 8 0 0 0-8 6z" fill="${shade}"/>
<path d="M282 120l14 202a10 10 0 0 1-10 10h-26l-8-212z" fill="${shade}" opacity=".45"/>
<rect x="140" y="168" width="104" height="112" rx="6" fill="${cream}"/>
<path d="M192 190c20 6 26 40 2 62-24-8-30-42-2-62z" fill="${shade}"/>
<path d="M194 196c-8 18 8 30 0 52" stroke="${light}" stroke-width="4" fill="none" stroke-linecap="round"/>`,
  moka: ({ tint, shade, light, dark }) => `
<path d="M146 214h108l22 104a10 10 0 0 1-10 12H134a10 10 0 0 1-10-12z" fill="${tint}"/>
<path d="M200 214h54l22 104a10 10 0 0 1-10 12h-66z" fill="${shade}" opacity=".5"/>
<rect x="142" y="200" width="116" height="18" rx="4" fill="${shade}"/>
<path d="M132 96l-22-10 16 40 20 74h108l20-104z" fill="${light}"/>
<path d="M210 96l-4 104h48l20-104z" fill="${tint}"/>
<path d="M128 92c20-20 44-30 74-30s54 10 74 30v6H128z" fill="${tint}"/>
<circle cx="202" cy="54" r="12" fill="${dark}"/>
<path d="M268 116h40a10 10 0 0 1 10 12l-12 66a9 9 0 0 1-18-3l10-53h-34z" fill="${dark}"/>`,
  grinder: ({ tint, shade, light, dark }) => `
<rect x="150" y="126" width="100" height="204" rx="14" fill="${tint}"/>
<rect x="206" y="126" width="44" height="204" rx="14" fill="${shade}" opacity=".5"/>
<rect x="146" y="210" width="108" height="14" fill="${light}"/>
<path d="M150 126c4-28 24-40 50-40s46 12 50 40z" fill="${shade}"/>
<path d="M196 88V66h76" stroke="${dark}" stroke-width="10" fill="none" stroke-linecap="round" stroke-linejoin="round"/>
<circle cx="284" cy="62" r="18" fill="${dark}"/>`,
  kettle: ({ tint, shade, light, dark }) => `
<path d="M136 176h128l26 136a14 14 0 0 1-14 18H124a14 14 0 0 1-14-18z" fill="${tint}"/>
<path d="M212 176h52l26 136a14 14 0 0 1-14 18h-54z" fill="${shade}" opacity=".55"/>
<path d="M132 176c8-26 34-40 68-40s60 14 68 40z" fill="${light}"/>
<circle cx="200" cy="124" r="12" fill="${dark}"/>
<path d="M118 290c-42-6-48-44-44-82 2-24-4-44-26-54" stroke="${tint}" stroke-width="14" fill="none" stroke-linecap="round"/>
<path d="M270 186h44a16 16 0 0 1 16 18l-10 84" stroke="${dark}" stroke-width="16" fill="none" stroke-linecap="round"/>`,
  dripper: ({ tint, shade, light, dark }) => `
<path d="M112 104h176l-56 96h-64z" fill="${tint}"/>
<path d="M206 104h82l-56 96h-22z" fill="${shade}" opacity=".45"/>
<rect x="104" y="92" width="192" height="14" rx="7" fill="${shade}"/>
<rect x="128" y="198" width="144" height="14" rx="7" fill="${shade}"/>
<path d="M288 118h22a22 22 0 0 1 0 50h-46" stroke="${shade}" stroke-width="12" fill="none"/>
<path d="M144 212h112l16 104a14 14 0 0 1-14 16H142a14 14 0 0 1-14-16z" fill="${light}" opacity=".85"/>
<path d="M134 280h132l6 36a14 14 0 0 1-14 16H142a14 14 0 0 1-14-16z" fill="${dark}" opacity=".8"/>
<path d="M200 214v58" stroke="${dark}" stroke-width="5" stroke-linecap="round"/>`,
  mug: ({ tint, shade, light, dark }) => `
<path d="M112 148h152v140a42 42 0 0 1-42 42h-68a42 42 0 0 1-42-42z" fill="${tint}"/>
<path d="M216 148h48v140a42 42 0 0 1-42 42h-20z" fill="${shade}" opacity=".45"/>
<ellipse cx="188" cy="148" rx="76" ry="18" fill="${light}"/>
<ellipse cx="188" cy="150" rx="62" ry="12" fill="${dark}"/>
<path d="M264 178h22a38 38 0 0 1 0 92h-22" stroke="${shade}" stroke-width="18" fill="none"/>
<path d="M164 112c-12-18 12-26 0-46M206 112c-12-18 12-26 0-46" stroke="${shade}" stroke-width="6" fill="none" stroke-linecap="round" opacity=".5"/>`,
  press: ({ tint, shade, light, dark }) => `
<rect x="134" y="130" width="124" height="196" rx="8" fill="${light}" opacity=".7"/>
<rect x="134" y="214" width="124" height="112" rx="8" fill="${dark}" opacity=".85"/>
<rect x="134" y="206" width="124" height="10" fill="${shade}"/>
<path d="M196 62v146" stroke="${shade}" stroke-width="7"/>
<circle cx="196" cy="58" r="15" fill="${dark}"/>
<path d="M130 130c6-20 34-30 66-30s60 10 66 30z" fill="${tint}"/>
<path d="M126 178h140M126 296h140" stroke="${tint}" stroke-width="12" stroke-linecap="round"/>
<path d="M262 172h30a16 16 0 0 1 16 16v92a16 16 0 0 1-16 16h-30" stroke="${dark}" stroke-width="16" fill="none"/>`,
  scale: ({ tint, shade, light, cream }) => `
<rect x="92" y="262" width="216" height="62" rx="14" fill="${tint}"/>
<rect x="104" y="240" width="192" height="22" rx="8" fill="${light}"/>
<rect x="206" y="276" width="82" height="34" rx="6" fill="${cream}"/>
<path d="M220 293h12M240 293h12M260 293h12" stroke="${shade}" stroke-width="7" stroke-linecap="round"/>
<circle cx="124" cy="293" r="9" fill="${cream}" opacity=".7"/>
<circle cx="154" cy="293" r="9" fill="${cream}" opacity=".7"/>
<path d="M150 150h100v58a30 30 0 0 1-30 30h-40a30 30 0 0 1-30-30z" fill="${shade}"/>
<path d="M250 166h14a18 18 0 0 1 0 44h-14" stroke="${shade}" stroke-width="10" fill="none"/>`,
}

/** Mixes `share` of `other` into `color`; both are `#rrggbb`. */
function mix(color: string, other: string, share: number): string {
  const [from, to] = [channels(color), channels(other)]
  const mixed = from.map((value, index) => Math.round(value + ((to[index] ?? 0) - value) * share))
  return `#${mixed.map(value => value.toString(16).padStart(2, '0')).join('')}`
}

function channels(color: string): number[] {
  return [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16))
}
