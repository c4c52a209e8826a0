import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { installScripts } from '../supply-chain/install-scripts.ts'
import { exceptions, isExcepted, refusedPackages } from '../supply-chain/licenses.ts'
import { nameOf, readLock, shippedPackages } from '../supply-chain/packages.ts'
import { checkout, cleanUp, runNpm, temporaryFolder } from './service.ts'

afterEach(cleanUp)

const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))

describe('npm run sbom', () => {
  type Component = {
    type: string
    name: string
    version: string
    purl: string
    'bom-ref': string
    licenses: object[]
  }

  /** Checks the fields of CycloneDX 1.5 that we use. Returns the names of the components. */
  function expectCycloneDx(text: string): string[] {
    const bom = JSON.parse(text)
    expect(bom).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      metadata: { component: { type: 'application', name: 'realword', 'bom-ref': `realword@${version}` } },
    })
    const components = bom.components as Component[]
    for (const component of components) {
      expect(component).toMatchObject({ type: 'library', purl: expect.stringMatching(/^pkg:npm\/.+@\d/) })
      expect(component.licenses, component.name).not.toEqual([])
    }
    const refs = [bom.metadata.component['bom-ref'], ...components.map(one => one['bom-ref'])]
    expect(new Set(refs).size).toBe(refs.length)
    for (const { ref, dependsOn = [] } of bom.dependencies as { ref: string; dependsOn?: string[] }[])
      for (const one of [ref, ...dependsOn]) expect(refs).toContain(one)
    return components.map(({ name }) => name)
  }

  test('prints all installed packages', async () => {
    const { code, stdout } = await runNpm(['run', '-s', 'sbom'])
    expect(code).toBe(0)
    expect(expectCycloneDx(stdout)).toEqual(expect.arrayContaining(['fastify', 'react', 'knip']))
  })

  test('--production writes only what ships, with the packages bundled for browsers', async () => {
    const file = join(temporaryFolder(), 'realword.cdx.json')
    const { code, stdout } = await runNpm(['run', '-s', 'sbom', '--', '--production', '--output', file])
    expect([code, stdout]).toEqual([0, ''])
    const names = expectCycloneDx(readFileSync(file, 'utf8'))
    const shipped = ['fastify', 'pg', 'sharp', 'lit-html', 'react', 'react-dom', '@mantine/core', 'recharts']
    expect(names).toEqual(expect.arrayContaining(shipped))
    const tools = ['knip', '@biomejs/biome', 'playwright-core', '@sparticuz/chromium', 'dependency-cruiser']
    expect(names.filter(name => tools.includes(name))).toEqual([])
  })
})

describe('licences', () => {
  test('of all packages that ship are reviewed', () => {
    expect(refusedPackages(shippedPackages())).toEqual([])
  })

  test('that are not reviewed are refused', () => {
    const odd = [
      { name: 'a', license: 'GPL-3.0-only' },
      { name: 'b', license: 'MIT AND AGPL-3.0-only' },
      { name: 'c', license: 'none' },
      { name: '@img/sharp-libvips-linux-x64', license: 'LGPL-2.1-only' },
      { name: 'slick-carousel', license: 'MIT (http://mootools.net/license.txt)' },
    ]
    const good = { name: 'd', license: 'MIT AND ISC AND BSD-3-Clause' }
    expect(refusedPackages([...odd, good])).toEqual(odd.map(({ name, license }) => `${name}: ${license}`))
  })

  test('have no exception without a package', () => {
    const packages = shippedPackages()
    const unused = exceptions.filter(exception => !packages.some(one => isExcepted(one, exception)))
    expect(unused.map(({ packages }) => packages.source)).toEqual([])
  })

  test('are in the generated notices', () => {
    const notices = readFileSync(join(checkout, 'build', 'THIRD-PARTY-NOTICES.txt'), 'utf8')
    for (const name of ['fastify', 'lit-html', 'react', '@mantine/core'])
      expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'))
    expect(notices).toContain('Copyright (c) 2017 Google LLC. All rights reserved.')
    expect(notices).toMatch(/^\| libvips +\| LGPLv3 +\|$/m)
  })
})

describe('install scripts', () => {
  test('of all packages in the lock are reviewed', () => {
    const withScripts = readLock().filter(([, entry]) => entry.hasInstallScript)
    expect(withScripts.map(([folder]) => nameOf(folder)).sort()).toEqual(Object.keys(installScripts).sort())
  })

  test('run or are blocked as reviewed', () => {
    const { allowScripts } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
    const reviewed = Object.entries(installScripts).map(([name, { allowed }]) => [name, allowed])
    expect(allowScripts).toEqual(Object.fromEntries(reviewed))
  })
})
