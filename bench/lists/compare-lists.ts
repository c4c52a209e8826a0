import { median } from '../processes.ts'

/** A list, read in a small and in a large store. `paged` is the parameter of its cursor; undefined: it has one page. */
export type MeasuredList = { name: string; paths: string[]; paged: string | undefined; limit: string }

/** Reads an address, of the store with this index. `next` is the cursor of the next page. */
export type ReadPage = (
  path: string,
  store: number,
) => Promise<{ took: number; next: string | null | undefined }>

const deep = 30 // pages, of a hundred rows each

/** Milliseconds for each store, the small one first; `deep` is for a page deep inside, if there is one. */
type Row = { name: string; first: number[]; deep: number[] | undefined }

/**
 * Measures the first page of each list and one deep inside, and prints a table. Calls alternate between the stores.
 * `aim` is the allowed time in the large store, as a multiple of the small one's.
 */
export async function compareLists(
  lists: MeasuredList[],
  read: ReadPage,
  { sizes, times, aim }: { sizes: number[]; times: number; aim: number },
): Promise<void> {
  const rows: Row[] = []
  head(sizes)
  for (const list of lists) {
    const row = await measure(list, read, times)
    rows.push(row)
    printRow(row)
  }
  sumUp(rows, aim)
}

async function measure(
  { name, paths, paged, limit }: MeasuredList,
  read: ReadPage,
  times: number,
): Promise<Row> {
  const inside =
    paged &&
    (await Promise.all(paths.map((path, store) => walk(path, store, { parameter: paged, limit }, read))))
  return {
    name,
    first: await alternate(paths, read, times),
    deep: inside ? await alternate(inside, read, times) : undefined,
  }
}

/** The address of the page after `deep` others, or of the last full one: pages of fewer rows cost less at any size. */
async function walk(
  path: string,
  store: number,
  { parameter, limit }: { parameter: string; limit: string },
  read: ReadPage,
): Promise<string> {
  const with_ = (change: string) => `${path}${path.includes('?') ? '&' : '?'}${change}`
  let address = path
  let cursor = ''
  for (let page = 0; page <= deep; page++) {
    const { next } = await read(with_(`${limit}${cursor}`), store)
    if (!next) break
    if (cursor) address = with_(cursor)
    cursor = `${parameter}=${encodeURIComponent(next)}`
  }
  return address
}

async function alternate(paths: string[], read: ReadPage, times: number): Promise<number[]> {
  const took: number[][] = paths.map(() => [])
  for (let turn = -2; turn < times; turn++) {
    for (const [index, path] of paths.entries()) {
      const { took: one } = await read(path, index)
      // The first two calls warm up caches.
      if (turn >= 0) took[index]?.push(one)
    }
  }
  return took.map(median)
}

const ratio = ([small = 1, large = 1]: number[]) => large / small

function head(sizes: number[]): void {
  const [small, large] = sizes.map(count)
  console.log(`\nMilliseconds, medians; in stores of ${small} and ${large} reviews\n`)
  console.log(`| list | first page, ${small} | ${large} | ratio | deep inside, ${small} | ${large} | ratio |`)
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |')
}

function printRow({ name, first, deep }: Row): void {
  const cells = (took: number[] | undefined) =>
    took ? [...took.map(one => one.toFixed(1)), `${ratio(took).toFixed(1)}×`] : ['', '', '']
  console.log(`| ${[name, ...cells(first), ...cells(deep)].join(' | ')} |`)
}

function sumUp(rows: Row[], aim: number): void {
  const missed = rows.filter(({ first, deep }) => Math.max(ratio(first), deep ? ratio(deep) : 0) > aim)
  console.log(`\n${rows.length - missed.length} of ${rows.length} lists take at most ${aim} times as long.`)
  if (missed.length > 0) console.log(`Longer: ${missed.map(({ name }) => name).join(', ')}`)
}

const count = (value: number) => value.toLocaleString('en')
