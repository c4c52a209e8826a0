import { createHash } from 'node:crypto'
import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3'
import { once } from './once.ts'

/** A bucket of any S3-compatible server, and the part of it whose names begin with a prefix. */
export type Bucket = {
  /** The server checks the bytes by their MD5. */
  put: (name: string, bytes: Buffer, contentType?: string) => Promise<void>
  /** Undefined if there is no such object. */
  get: (name: string) => Promise<Buffer | undefined>
  remove: (name: string) => Promise<void>
  /** All objects whose name begins with `start`. */
  list: (start: string) => AsyncIterable<{ name: string; bytes: number; at: Date }>
}

/**
 * Opens `s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=R][&tls=false]`. Without KEY and SECRET, the SDK's usual
 * sources apply: AWS_ACCESS_KEY_ID, a role, a profile.
 */
export function openBucket(
  address: string,
  options: Pick<S3ClientConfig, 'maxAttempts' | 'requestHandler'>,
): Bucket {
  const { bucket, prefix, ...client } = readAddress(address)

  // Loaded on first use, because loading takes a third of a second.
  const open = once(async () => {
    const sdk = await import('@aws-sdk/client-s3')
    const s3 = new sdk.S3Client({
      ...client,
      ...options,
      forcePathStyle: true,
      // Only Amazon supports checksums in trailers; other servers refuse them.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
    return { s3, sdk }
  })

  async function use<T>(
    act: (s3: S3Client, sdk: typeof import('@aws-sdk/client-s3')) => Promise<T>,
  ): Promise<T> {
    const { s3, sdk } = await open()
    return await act(s3, sdk)
  }

  return {
    put: async (name, bytes, contentType = 'application/octet-stream') => {
      const object = {
        Bucket: bucket,
        Key: prefix + name,
        Body: bytes,
        ContentType: contentType,
        ContentMD5: createHash('md5').update(bytes).digest('base64'),
      }
      await use((s3, { PutObjectCommand }) => s3.send(new PutObjectCommand(object)))
    },
    get: async name => {
      try {
        const object = { Bucket: bucket, Key: prefix + name }
        const { Body } = await use((s3, { GetObjectCommand }) => s3.send(new GetObjectCommand(object)))
        return Body && Buffer.from(await Body.transformToByteArray())
      } catch (error) {
        if ((error as Error).name === 'NoSuchKey') return undefined
        throw error
      }
    },
    remove: async name => {
      const object = { Bucket: bucket, Key: prefix + name }
      await use((s3, { DeleteObjectCommand }) => s3.send(new DeleteObjectCommand(object)))
    },
    list: async function* list(start) {
      const pages = await use(async (client, { paginateListObjectsV2 }) =>
        paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix + start }),
      )
      for await (const page of pages) {
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
          yield { name: Key.slice(prefix.length), bytes: Size, at: LastModified }
      }
    },
  }
}

/** An address without its key and secret, for messages. */
export function withoutCredentials(address: string): string {
  const url = new URL(address)
  return `s3://${url.host}${url.pathname}`
}

function readAddress(address: string) {
  const url = new URL(address)
  const [bucket = '', ...path] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
  const scheme = url.searchParams.get('tls') === 'false' ? 'http' : 'https'
  return {
    bucket,
    prefix: path.map(part => `${part}/`).join(''),
    endpoint: `${scheme}://${url.host}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    ...(url.username && {
      credentials: {
        accessKeyId: decodeURIComponent(url.username),
        secretAccessKey: decodeURIComponent(url.password),
      },
    }),
  }
}
