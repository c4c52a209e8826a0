import { Center } from '@mantine/core'
import qrcode from 'qrcode-generator'

/** A QR code, black on white in both themes, because some cameras cannot read it inverted. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const size = code.getModuleCount()
  const cells = Array.from(
    { length: size * size },
    (_, index) => [Math.floor(index / size), index % size] as const,
  )
  const path = cells
    .filter(([row, column]) => code.isDark(row, column))
    .map(([row, column]) => `M${column} ${row}h1v1h-1z`)
    .join('')
  return (
    <Center>
      <svg width={200} height={200} viewBox={`-4 -4 ${size + 8} ${size + 8}`} role="img" aria-label={label}>
        <rect x={-4} y={-4} width={size + 8} height={size + 8} fill="#fff" />
        <path d={path} fill="#000" shapeRendering="crispEdges" />
      </svg>
    </Center>
  )
}
