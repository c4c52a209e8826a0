import { describe, expect, test } from 'vitest'
import { readPostgresAddress } from './postgres-address.ts'

describe('readPostgresAddress', () => {
  test.each([
    ['postgres://db', [{ host: 'db', port: 5432 }]],
    ['postgresql:///shop', [{ host: 'localhost', port: 5432 }]],
    ['postgres://rw:pw@db:6432/shop', [{ host: 'db', port: 6432 }]],
    [
      'postgres://rw@a:1,b,[::1]:3/shop?target_session_attrs=read-write',
      [
        { host: 'a', port: 1 },
        { host: 'b', port: 5432 },
        { host: '::1', port: 3 },
      ],
    ],
    ['postgres://rw@%2Fvar%2Frun:7/shop', [{ host: '/var/run', port: 7 }]],
    ['postgres:///shop?host=/var/run&port=7', [{ host: '/var/run', port: 7 }]],
    [
      'postgres:///shop?host=a,b&port=1,2',
      [
        { host: 'a', port: 1 },
        { host: 'b', port: 2 },
      ],
    ],
  ])('reads the hosts of %s', (text, hosts) => {
    expect(readPostgresAddress(text).hosts).toEqual(hosts)
  })

  test('reads the rest, percent-encoded', () => {
    const text = 'postgres://r%40w:p%2Fw%3A:%25@db/sh%20op?options=-c%20work_mem%3D16MB&connect_timeout=3'
    expect(readPostgresAddress(text)).toMatchObject({
      user: 'r@w',
      password: 'p/w::%',
      database: 'sh op',
      options: '-c work_mem=16MB',
      connectTimeout: 3_000,
      mustWrite: false,
      isTlsOptional: true,
    })
    expect(readPostgresAddress('postgres://db/a?target_session_attrs=primary').mustWrite).toBe(true)
    expect(readPostgresAddress('postgres://db/a?channel_binding=require').enableChannelBinding).toBe(true)
  })

  const password = 'percent-encoded'
  test.each([
    ['mysql://hunter2@db', 'begins with postgres://'],
    ['postgres://rw:hun@ter2@db/shop', password],
    ['postgres://rw:hun/ter2@db/shop', password],
    ['postgres://rw:hun#ter2@db/shop', password],
    ['postgres://rw:hun?ter2@db/shop', password],
    ['postgres://rw:hunter2%@db/shop', password],
    ['postgres://db:hunter2/shop', 'hosts such as'],
    ['postgres://db:99999/shop', 'a port from 1 to 65535'],
    ['postgres://db/shop?pgbouncer=true', 'no parameter pgbouncer; it knows host, port'],
    ['postgres://db/shop?sslmode=maybe', 'an sslmode of disable, prefer, require, verify-ca, verify-full'],
    ['postgres://db/shop?sslmode=verify-full&sslrootcert=/hunter2', 'sslrootcert that can be read (ENOENT)'],
    ['postgres://db/shop?target_session_attrs=standby', 'because it writes'],
    ['postgres://db/shop?connect_timeout=0', 'connect_timeout in seconds'],
  ])('refuses %s without repeating its secrets', (text, sentence) => {
    expect(() => readPostgresAddress(text)).toThrow(sentence)
    expect(() => readPostgresAddress(text)).not.toThrow(/hunter2|ter2/)
  })
})
