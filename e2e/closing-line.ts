import type { Reporter } from 'vitest/node'

/** Names the tests that were run twice, and ends the output with `N passed, N failed`, for tools that read it. */
export const closingLine: Reporter = {
  onTestRunEnd: (files, errors) => {
    const tests = files.flatMap(file => [...file.children.allTests()])
    const states = tests.map(test => test.result().state)
    for (const test of tests.filter(one => one.diagnostic()?.retryCount))
      console.log(
        `Run twice, because this machine stalled: ${test.module.relativeModuleId} > ${test.fullName}`,
      )
    const count = (state: string) => states.filter(one => one === state).length
    // A file that cannot be loaded has no failing test.
    const broken = files.filter(file => file.errors().length > 0).length + errors.length
    console.log(`${count('passed')} passed, ${count('failed') + broken} failed`)
  },
}
