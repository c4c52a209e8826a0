import type { ShippedPackage } from './packages.ts'

/**
 * SPDX ids of licences that any package may have. At most they require a notice, which THIRD-PARTY-NOTICES.txt
 * contains.
 */
const allowedLicenses = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]

/** A package with another licence: `license` as in its lock entry, and why it may ship. */
type Exception = { packages: RegExp; license: string; why: string }

/** The packages whose licence is neither allowed nor an exception. */
export function refusedPackages(packages: Pick<ShippedPackage, 'name' | 'license'>[]): string[] {
  return packages
    .filter(({ license }) => !license.split(' AND ').every(id => allowedLicenses.includes(id)))
    .filter(one => !exceptions.some(exception => isExcepted(one, exception)))
    .map(({ name, license }) => `${name}: ${license}`)
}

export function isExcepted(
  { name, license }: Pick<ShippedPackage, 'name' | 'license'>,
  exception: Exception,
): boolean {
  return exception.packages.test(name) && exception.license === license
}

const libvips =
  'libvips and its libraries are loaded as an unmodified shared library, which an operator can replace.'
const lightningcss =
  "Unmodified. Vite's CSS compiler stays installed as an optional peer of better-auth; the service never loads it."

export const exceptions: Exception[] = [
  {
    packages: /^@fontsource-variable\/figtree$/,
    license: 'OFL-1.1',
    why: "The dashboard's typeface, unmodified. It may be bundled with software, and not sold by itself.",
  },
  { packages: /^@img\/sharp-libvips-/, license: 'LGPL-3.0-or-later', why: libvips },
  { packages: /^@img\/sharp-win32-/, license: 'Apache-2.0 AND LGPL-3.0-or-later', why: libvips },
  {
    packages: /^@img\/sharp-wasm32$/,
    license: 'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
    why: 'libvips compiled to WebAssembly, unmodified. Our platforms never install it.',
  },
  { packages: /^lightningcss(-|$)/, license: 'MPL-2.0', why: lightningcss },
  {
    packages: /^fxa-common-password-list$/,
    license: 'MPL-2.0',
    why: 'The list of common passwords, unmodified.',
  },
  {
    packages: /^incremental-encoder$/,
    license: 'MPL 2.0',
    why: 'MPL-2.0, unmodified: part of the list of common passwords.',
  },
  {
    packages: /^type-fest$/,
    license: '(MIT OR CC0-1.0)',
    why: 'We choose MIT.',
  },
  {
    packages: /^date-holidays$/,
    license: '(ISC AND CC-BY-3.0)',
    why: 'The calendars of holidays, unmodified. Its LICENSE, in the notices, attributes them, and says CC-BY-SA-3.0.',
  },
  {
    packages: /^email-validator$/,
    license: 'none',
    why: 'The Unlicense, as its LICENSE says; its package.json names it in a form that npm reads no more.',
  },
  {
    packages: /^argparse$/,
    license: 'PSF-2.0',
    why: 'Of a command of js-yaml, with which date-holidays is built. The service never loads it.',
  },
]
