declare module 's3rver' {
  import type { AddressInfo } from 'node:net'

  /** An S3 server for tests, over a folder. */
  // biome-ignore lint/style/noDefaultExport: that is what it exports
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
