import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { configuredUrl } from './public-url.ts'

test.each([
  [{}, 'http://127.0.0.1:8080'],
  [{ HOST: '0.0.0.0', PORT: '8181' }, 'http://localhost:8181'],
  [{ HOST: '::' }, 'http://localhost:8080'],
  [{ HOST: '::1' }, 'http://[::1]:8080'],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://reviews.example' }, 'https://reviews.example'],
])('a command with the settings %j writes addresses that begin with %s', (settings, address) => {
  expect(configuredUrl(readConfig(settings))).toBe(address)
})
