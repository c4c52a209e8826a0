import { styleText } from 'node:util'

const benches: Record<
  string,
  () => Promise<{ run: (options: { seconds: number; rounds: number }) => Promise<void> }>
> = {
  orders: () => import('./orders.ts'),
}

const [name = 'orders', ...flags] = process.argv.slice(2)
const bench = benches[name]
if (!bench) {
  process.stderr.write(`There is no benchmark ${name}. Known: ${Object.keys(benches).join(', ')}\n`)
  process.exit(2)
}
process.stdout.write(`${styleText('bold', name)}\n`)
await (await bench()).run({ seconds: number('--seconds', 3), rounds: number('--rounds', 3) })

function number(flag: string, standard: number): number {
  const at = flags.indexOf(flag)
  return at < 0 ? standard : Number(flags[at + 1])
}
