declare module 's3rver' {
  import type { AddressInfo } from 'node:net'

  /** An S3 server for tests that stores files in a folder. */
  // biome-ignore lint/style/noDefaultExport: the package has a default export
  export default class S3rver {
    constructor(options: {
      address: string
      port: number
      silent: boolean
      directory: string
      configureBuckets: { name: string; configs: string[] }[]
    })
    run(): Promise<AddressInfo>
    close(): Promise<void>
  }
}
