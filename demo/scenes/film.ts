import { burner, photo, plant, product, shadow, steam, table, tiles, wall, window } from './parts.ts'

/** The demo's film: a pot comes to the boil, and a mug is filled. Without sound. */
export const film = { seconds: 7, perSecond: 24, poster: 2.4 }

const cut = 3.2 // seconds
const fade = 0.35

/** The frame at so many seconds, as the content of an SVG of the size of the scenes. */
export function frameAt(seconds: number): string {
  const share = between(seconds, cut, cut + fade)
  if (share === 0) return brewing(seconds)
  if (share === 1) return pouring(seconds - cut)
  return `${brewing(seconds)}<g opacity="${share.toFixed(3)}">${pouring(seconds - cut)}</g>`
}

// The flames flicker, and the steam rises. The pot trembles a little when it boils.
function brewing(seconds: number): string {
  const boil = between(seconds, 0.6, 2.4)
  const tremble = boil * 1.6 * Math.sin(seconds * 38)
  return [
    wall(900, '#efe6d6', '#d9c8ad'),
    tiles(820, '#fffaf0'),
    table(880, '#8d949a', '#5b6167'),
    burner(480, 960, seconds),
    product('moka', '#b8c4cc', { x: 480 + tremble, y: 892, size: 1.75 }),
    boil > 0 ? `<g opacity="${boil.toFixed(3)}">${steam(310, 420, 60 + 240 * boil, seconds * 0.7)}</g>` : '',
    photo(),
  ].join('')
}

// The pot comes, tilts until the mug is full, and goes back.
function pouring(seconds: number): string {
  const tilt = between(seconds, 0.5, 1.1) * (1 - between(seconds, 2.7, 3.2))
  const filled = between(seconds, 1.1, 2.7)
  const isPouring = seconds > 1.05 && seconds < 2.75
  // From the spout of the tilted pot to the coffee.
  const stream = `<path d="M425 673C398 684 388 760 387 ${1090 - 150 * filled}" stroke="#3d2414" stroke-width="13" fill="none" stroke-linecap="round"/>`
  return [
    wall(900, '#f4dfc0', '#d8b78b'),
    window(70, 70, 420, 460, ['#f8c98f', '#fbe7c4']),
    table(880, '#b98556', '#7e5434'),
    plant(850, 900, 1.1),
    shadow(660, 985, 420 - 120 * tilt, 0.22 - 0.1 * tilt),
    product('moka', '#b8c4cc', { x: 660 + 60 * tilt, y: 985 - 130 * tilt, size: 1.35, turn: -38 * tilt }),
    isPouring ? stream : '',
    shadow(370, 1110, 320),
    mug(370, 1110, filled),
    filled > 0.3
      ? `<g opacity="${(filled * 0.9).toFixed(3)}">${steam(350, 860, 190 * filled, seconds * 0.6)}</g>`
      : '',
    photo(),
  ].join('')
}

// A mug of glass, so that one sees it fill.
function mug(x: number, y: number, filled: number): string {
  const up = 12 + 168 * filled
  return `<path d="M${x + 108} ${y - 175}h30a56 56 0 0 1 0 112h-32" stroke="#eaf2f2" stroke-width="24" fill="none" opacity=".75"/>
<path d="M${x - 104} ${y - up}h208l-10 ${up - 14}a14 14 0 0 1-14 12h-160a14 14 0 0 1-14-12z" fill="#4a2c18"/>
<path d="M${x - 104} ${y - up}h208v12h-208z" fill="#c08a52"/>
<path d="M${x - 118} ${y - 220}h236l-16 206a18 18 0 0 1-18 16h-168a18 18 0 0 1-18-16z" fill="#eaf6f8" opacity=".34"/>
<path d="M${x - 96} ${y - 200}l8 150" stroke="#fff" stroke-width="12" stroke-linecap="round" opacity=".6"/>`
}

/** 0 before `from`, 1 after `to`, and between them slowly at first and at the end. */
function between(now: number, from: number, to: number): number {
  const share = Math.min(1, Math.max(0, (now - from) / (to - from)))
  return share * share * (3 - 2 * share)
}
