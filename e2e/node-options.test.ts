import { expect, test } from 'vitest'
import { run } from './service.ts'

test('options that Node refuses are named, instead of taking another Node', async () => {
  const { code, stdout, stderr } = await run(['key', '--help'], { env: { NODE_OPTIONS: '--no-such-option' } })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('--no-such-option is not allowed')
  expect(stderr).toMatch(/realword: Node refuses the variable NODE_OPTIONS\. Correct it, or unset it\.\n$/)
})
