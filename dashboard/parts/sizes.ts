import { useFormats } from '../words/words.tsx'

/** Formats file sizes and percentages in the reader's language. */
export function useSizes() {
  const { number } = useFormats()
  return {
    bytes: (value: number) => {
      const [unit, size] =
        value >= 1024 ** 3
          ? (['gigabyte', 1024 ** 3] as const)
          : value >= 1024 ** 2
            ? (['megabyte', 1024 ** 2] as const)
            : (['kilobyte', 1024] as const)
      const displayed = value / size
      return number(displayed, { style: 'unit', unit, maximumFractionDigits: displayed < 10 ? 1 : 0 })
    },
    percent: (share: number) => number(Math.min(1, share), { style: 'percent', maximumFractionDigits: 0 }),
  }
}
