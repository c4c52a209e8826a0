import type { Reporter } from 'vitest/node'

/** Ends the output with `N passed, N failed` on a line of its own, for tools that read it. */
export const closingLine: Reporter = {
  onTestRunEnd: (files, errors) => {
    const states = files.flatMap(file => [...file.children.allTests()].map(test => test.result().state))
    const count = (state: string) => states.filter(one => one === state).length
    // A file that cannot be loaded has no failing test.
    const broken = files.filter(file => file.errors().length > 0).length + errors.length
    console.log(`${count('passed')} passed, ${count('failed') + broken} failed`)
  },
}
