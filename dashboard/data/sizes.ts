import { useFormats } from '../words/words.tsx'

/** Sizes of files and shares of a whole, as the reader's language writes them. */
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
      const shown = value / size
      return number(shown, { style: 'unit', unit, maximumFractionDigits: shown < 10 ? 1 : 0 })
    },
    percent: (share: number) => number(Math.min(1, share), { style: 'percent', maximumFractionDigits: 0 }),
  }
}
