import { afterAll, beforeAll } from 'vitest'

/**
 * Opens what the tests of a file share before the first of them, and closes it after the last. Empty until then. It copies
 * the properties of a plain object once: methods of a class and later values are not there.
 */
export function openForTests<Opened extends { close: () => Promise<unknown> }>(
  open: () => Promise<Opened>,
): Opened {
  const opened = {} as Opened
  beforeAll(async () => {
    Object.assign(opened, await open())
  })
  afterAll(() => opened.close())
  return opened
}
