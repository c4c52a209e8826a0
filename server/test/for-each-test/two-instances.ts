import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startTestApp, type TestApp } from '../app.ts'

/** Two instances of the service over one database. Each test begins at 20.5 s of a minute. */
export function twoInstances() {
  const it = {} as { service: TestApp; second: TestApp; setNow: (now: string) => void }
  it.setNow = now => {
    it.service.setNow(now)
    it.second.setNow(now)
  }
  beforeAll(async () => {
    it.service = await startTestApp()
    it.second = await startTestApp({}, it.service.target)
  })
  beforeEach(() => it.setNow('2026-03-05T18:30:20.500Z'))
  afterAll(async () => {
    await it.second.close()
    await it.service.close()
  })
  return it
}
