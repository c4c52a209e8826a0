import pg from 'pg'

/** Inserts rows of 1 kB with eight clients, each after its previous commit. Prints the rate per second. */
const { target, seconds } = JSON.parse(process.argv[2] ?? '{}') as {
  target: pg.ClientConfig
  seconds: number
}
const body = 'x'.repeat(1024)
let count = 0
let isOver = false
setTimeout(() => {
  isOver = true
}, seconds * 1000)
const start = performance.now()
await Promise.all(Array.from({ length: 8 }, insertUntilOver))
process.stdout.write(JSON.stringify(count / ((performance.now() - start) / 1000)))

async function insertUntilOver(): Promise<void> {
  const client = new pg.Client(target)
  await client.connect()
  while (!isOver) {
    await client.query({
      name: 'insert',
      text: 'insert into bench_rows (id, body) values (gen_random_uuid(), $1)',
      values: [body],
    })
    count++
  }
  await client.end()
}
