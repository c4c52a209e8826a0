import type { Demo } from './demo.ts'
import type { Desktop } from './desktop.ts'

const mostKeys = 60
const mostWaits = 25 // of about a second

/** Does the steps of a job, and prints each with what is said after it. Throws if words that it waits for are not said. */
export async function listen(steps: string, desktop: Desktop, demo: Demo): Promise<void> {
  let recent: string[] = [] // since the last words that were waited for
  const print = (step: string, said: string[]) => {
    recent.push(...said)
    console.log(`${step.padEnd(12)} ${said.join(' / ')}`)
    return said
  }
  const press = async (key: string) => print(key, await desktop.press(key))
  const type = async (step: string) => {
    const text = step.slice(1, -1).replace(/{(\w+)}/g, (_, name: keyof Demo) => demo[name])
    print(step, await desktop.type(text))
  }
  const hear = async (words: RegExp) => {
    for (let wait = 0; !recent.some(line => words.test(line)); wait++) {
      if (wait === mostWaits) throw new Error(`${words} was not said.`)
      const said = await desktop.heard()
      if (said.length > 0) print('(later)', said)
    }
    recent = []
  }
  const until = async (key: string, words: RegExp) => {
    for (let count = 0; count < mostKeys; count++) {
      if ((await press(key)).some(line => words.test(line))) {
        recent = []
        return
      }
    }
    throw new Error(`${words} was not said after ${key} was pressed ${mostKeys} times.`)
  }
  print('(opened)', await desktop.heard())
  for (const step of steps.split(/;\s*/)) {
    const [, key = '', words = ''] = /^([^“\s]+?)…? (.*)$/.exec(step) ?? []
    if (step.startsWith('read')) await readOn(press, Number(step.slice(5)) || Infinity)
    else if (step.startsWith('“')) await type(step)
    else if (key === 'hear') await hear(new RegExp(words))
    else if (key) await until(key, new RegExp(words))
    else await press(step)
  }
}

/** Reads line by line until nothing more is said, or that many lines. */
async function readOn(press: (key: string) => Promise<string[]>, lines: number): Promise<void> {
  for (let silent = 0, line = 0; silent < 3 && line < lines; line++)
    silent = (await press('Down')).some(Boolean) ? 0 : silent + 1
}
