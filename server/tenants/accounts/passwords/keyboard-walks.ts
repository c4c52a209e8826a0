/** Rows of keys from top to bottom: QWERTY, AZERTY and QWERTZ. */
const layouts = [
  ['1234567890-=', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./'],
  ['1234567890-=', 'azertyuiop', 'qsdfghjklm', 'wxcvbn,;:!'],
  ['1234567890', 'qwertzuiop', 'asdfghjkl', 'yxcvbnm,.-'],
].map(positionsOf)

const shifted = new Map([...'!@#$%^&*()'].map((sign, at) => [sign, '1234567890'[at] ?? '']))

const leastRun = 3 // characters: shorter runs occur in many words

/**
 * Whether all but `mostOther` characters belong to runs: neighbouring keys in any direction (qwerty, 1q2w3e, azerty,
 * !QAZ), or characters at a constant distance (abcd, 9876, 2468, aaaa).
 */
export function isKeyboardWalk(text: string, mostOther: number): boolean {
  const letters = [...text]
  const keys = letters.map(letter => shifted.get(letter) ?? letter)
  const covered = new Set<number>()
  for (const positions of layouts) {
    coverRuns(letters.length, covered, at => areNeighbours(positions, keys[at - 1], keys[at]))
  }
  for (const distance of [-2, -1, 0, 1, 2]) {
    coverRuns(letters.length, covered, at => distanceOf(letters[at - 1], letters[at]) === distance)
  }
  return letters.length - covered.size <= mostOther
}

/** Adds the positions of every run in which each character but the first `follows` the one before it. */
function coverRuns(length: number, covered: Set<number>, follows: (at: number) => boolean): void {
  let start = 0
  for (let at = 1; at <= length; at++) {
    if (at < length && follows(at)) continue
    if (at - start >= leastRun) for (let one = start; one < at; one++) covered.add(one)
    start = at
  }
}

type KeyPositions = Map<string, { row: number; column: number }>

function positionsOf(rows: string[]): KeyPositions {
  return new Map(rows.flatMap((keys, row) => [...keys].map((key, column) => [key, { row, column }] as const)))
}

function areNeighbours(positions: KeyPositions, one = '', other = ''): boolean {
  const [from, to] = [positions.get(one), positions.get(other)]
  return (
    from !== undefined &&
    to !== undefined &&
    Math.abs(from.row - to.row) <= 1 &&
    Math.abs(from.column - to.column) <= 1
  )
}

function distanceOf(one = '', other = ''): number {
  return (other.codePointAt(0) ?? 0) - (one.codePointAt(0) ?? 0)
}
