import type { Kind } from '../catalogue.ts'
import { shapeOf } from '../drawings.ts'

/** What scenes are made of, as SVG. Lengths are in the units of the scene. */

type Place = { x: number; y: number; size?: number; turn?: number }

/** A product of the shop that stands on the line `y`. At size 1 it is about 200 wide and 270 high. */
export function product(kind: Kind, tint: string, { x, y, size = 1, turn = 0 }: Place): string {
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size}) translate(-200 -330)">${shapeOf(kind, tint)}</g>`
}

/** What lies under a thing that stands at `x` on the line `y`. */
export function shadow(x: number, y: number, width: number, opacity = 0.22): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${width / 2}" ry="${width / 16}" fill="#2b2018" opacity="${opacity}"/>`
}

/** A wall from the top to `to`, lit from above. */
export function wall(to: number, light: string, deep: string): string {
  return `<defs><linearGradient id="wall" x1="0" y1="0" x2="0.35" y2="1">
<stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${deep}"/></linearGradient></defs>
<rect width="1200" height="${to}" fill="url(#wall)"/>`
}

/** Tiles on the wall. */
export function tiles(to: number, line: string, size = 110): string {
  const rows = Array.from({ length: Math.ceil(to / size) }, (_, row) => row * size)
  const columns = Array.from({ length: Math.ceil(1200 / size) }, (_, column) => column * size)
  const across = rows.map(y => `M0 ${y}H1200`).join('')
  const down = columns.map(x => `M${x} 0V${to}`).join('')
  return `<path d="${across}${down}" stroke="${line}" stroke-width="5" opacity=".5"/>`
}

/** A table of planks from the line `from` down. */
export function table(from: number, light: string, deep: string): string {
  const grain = [60, 150, 255, 370].map(
    (
      down,
      index,
    ) => `<path d="M0 ${from + down}c300 ${index % 2 ? 14 : -10} 700 ${index % 2 ? -12 : 12} 1200 0"
stroke="${deep}" stroke-width="${3 + index}" fill="none" opacity=".28"/>`,
  )
  return `<defs><linearGradient id="table" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${deep}"/></linearGradient></defs>
<rect y="${from}" width="1200" height="${1200 - from}" fill="url(#table)"/>
<rect y="${from}" width="1200" height="10" fill="#fff" opacity=".22"/>${grain.join('')}`
}

/** A window with a landscape behind it. */
export function window(x: number, y: number, width: number, height: number, sky: [string, string]): string {
  const [above, below] = sky
  const hill = (up: number, color: string) =>
    `<path d="M${x} ${y + height * up}q${width * 0.3} ${-height * 0.2} ${width * 0.55} ${-height * 0.03}t${width * 0.45} ${-height * 0.06}V${y + height}H${x}z" fill="${color}"/>`
  return `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">
<stop offset="0" stop-color="${above}"/><stop offset="1" stop-color="${below}"/></linearGradient></defs>
<rect x="${x - 16}" y="${y - 16}" width="${width + 32}" height="${height + 32}" rx="8" fill="#f3ece0"/>
<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="url(#sky)"/>
<circle cx="${x + width * 0.72}" cy="${y + height * 0.3}" r="${width * 0.09}" fill="#fff6dc" opacity=".95"/>
${hill(0.68, '#8fb09a')}${hill(0.82, '#5f8a72')}
<path d="M${x + width / 2} ${y}v${height}M${x} ${y + height / 2}h${width}" stroke="#f3ece0" stroke-width="14"/>
<rect x="${x - 34}" y="${y + height + 12}" width="${width + 68}" height="26" rx="6" fill="#e6dccb"/>`
}

/** Steam over a thing, as tall as `height`. `sway` moves it, from 0 to 1 and again. */
export function steam(x: number, y: number, height: number, sway = 0, color = '#fff'): string {
  const lines = [-34, 0, 34].map((off, index) => {
    const bend = 26 * Math.sin(2 * Math.PI * (sway + index / 3))
    const tall = height * (index === 1 ? 1 : 0.75)
    return `<path d="M${x + off} ${y}c${-30 + bend} ${-tall * 0.33} ${30 + bend} ${-tall * 0.6} ${bend * 0.4} ${-tall}"
stroke="${color}" stroke-width="13" fill="none" stroke-linecap="round" opacity="${index === 1 ? 0.5 : 0.32}"/>`
  })
  return lines.join('')
}

/** A plant in a pot that stands on the line `y`. */
export function plant(x: number, y: number, size = 1, pot = '#c4704f'): string {
  const leaf = (turn: number, color: string) =>
    `<path d="M0 -70c-46-40-52-120-8-190c44 60 50 146 8 190z" fill="${color}" transform="rotate(${turn} 0 -70)"/>`
  const leaves = [-62, 58, -30, 30, 0].map((turn, index) => leaf(turn, index % 2 ? '#4f7f5f' : '#669a74'))
  return `<g transform="translate(${x} ${y}) scale(${size})">${leaves.join('')}
<path d="M-62 -92h124l-16 84a10 10 0 0 1-10 8h-72a10 10 0 0 1-10-8z" fill="${pot}"/>
<rect x="-70" y="-104" width="140" height="24" rx="6" fill="${pot}"/>
<rect x="-70" y="-84" width="140" height="6" fill="#000" opacity=".14"/></g>`
}

/** A gas burner on the line `y`, whose flames flicker with `sway`. */
export function burner(x: number, y: number, sway = 0): string {
  const flame = (at: number, index: number) => {
    const tall = 46 + 16 * Math.sin(2 * Math.PI * (sway * 2 + index * 0.37))
    return `<path d="M${at - 15} ${y - 18}q2 ${-tall * 0.6} 15 ${-tall}q13 ${tall * 0.4} 15 ${tall}z" fill="#4a8fe0" opacity=".85"/>
<path d="M${at - 6} ${y - 18}q0 ${-tall * 0.3} 6 ${-tall * 0.55}q6 ${tall * 0.25} 6 ${tall * 0.55}z" fill="#bfe3ff"/>`
  }
  const flames = [-120, -80, -40, 0, 40, 80, 120].map((off, index) => flame(x + off, index))
  return `${flames.join('')}<rect x="${x - 150}" y="${y - 20}" width="300" height="22" rx="10" fill="#2c2b2d"/>
<path d="M${x - 210} ${y - 62}h420" stroke="#1d1c1e" stroke-width="16" stroke-linecap="round"/>
<path d="M${x - 180} ${y - 60}v64M${x + 180} ${y - 60}v64" stroke="#1d1c1e" stroke-width="16" stroke-linecap="round"/>`
}

/** Coffee beans around a place. */
export function beans(x: number, y: number, count: number, spread: number): string {
  return Array.from({ length: count }, (_, index) => {
    const turn = (index * 137.5) % 360
    const far = spread * Math.sqrt((index + 1) / count)
    const at = [x + far * Math.cos(turn), y + 0.32 * far * Math.sin(turn)]
    return `<g transform="translate(${at.map(Math.round).join(' ')}) rotate(${Math.round(turn)})">
<ellipse rx="17" ry="11" fill="#5b3722"/><path d="M-14 0q7 -6 14 0t14 0" stroke="#2f1b10" stroke-width="3" fill="none"/></g>`
  }).join('')
}

/** Light from the upper left over everything, and darker corners, as in a photo. */
export function photo(warmth = '#ffdca0', opacity = 0.28): string {
  return `<defs><radialGradient id="light" cx=".2" cy=".12" r="1"><stop offset="0" stop-color="${warmth}" stop-opacity="${opacity}"/>
<stop offset=".6" stop-color="${warmth}" stop-opacity="0"/></radialGradient>
<radialGradient id="corners" cx=".5" cy=".5" r=".75"><stop offset=".62" stop-color="#20140c" stop-opacity="0"/>
<stop offset="1" stop-color="#20140c" stop-opacity=".34"/></radialGradient></defs>
<rect width="1200" height="1200" fill="url(#light)"/><rect width="1200" height="1200" fill="url(#corners)"/>`
}
