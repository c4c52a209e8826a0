/** Positions in the WAL are bytes since its beginning. PostgreSQL writes them as two hexadecimal halves: `0/3000028`. */
export function readPosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export function writePosition(position: bigint): string {
  return `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`.toUpperCase()
}

/** The size of a file in pg_wal: initdb's default. */
export const segmentBytes = 16n * 1024n * 1024n

export const startOfSegment = (position: bigint) => position - (position % segmentBytes)

/** The name of the file in pg_wal that holds this position. */
export function segmentOf(timeline: number, position: bigint): string {
  const number = position / segmentBytes
  const perName = 0x1_0000_0000n / segmentBytes
  return [BigInt(timeline), number / perName, number % perName]
    .map(part => hex(part, 8))
    .join('')
    .toUpperCase()
}

export function hex(value: bigint, digits: number): string {
  return value.toString(16).padStart(digits, '0')
}
