import type { S3Client } from '@aws-sdk/client-s3'
import type { PictureStore } from './picture-store.ts'

/**
 * A bucket of any S3-compatible server: `s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=R][&tls=false]`. Without
 * KEY and SECRET, the SDK's usual sources apply: AWS_ACCESS_KEY_ID, a role, a profile.
 */
export function openS3(address: string): PictureStore {
  const { bucket, prefix, ...client } = readAddress(address)
  let opened: Promise<{ s3: S3Client; sdk: typeof import('@aws-sdk/client-s3') }> | undefined

  // Loaded on first use, because loading takes a third of a second.
  async function open() {
    const sdk = await import('@aws-sdk/client-s3')
    const s3 = new sdk.S3Client({
      ...client,
      forcePathStyle: true,
      maxAttempts: 2,
      requestHandler: { connectionTimeout: 3_000, requestTimeout: 15_000 },
      // Only Amazon supports checksums in trailers; other servers refuse them.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
    return { s3, sdk }
  }

  async function use<T>(
    act: (s3: S3Client, sdk: typeof import('@aws-sdk/client-s3')) => Promise<T>,
  ): Promise<T> {
    opened ??= open()
    const { s3, sdk } = await opened
    return await act(s3, sdk)
  }

  return {
    put: async (name, bytes) => {
      const object = {
        Bucket: bucket,
        Key: prefix + name,
        Body: bytes,
        ContentType: contentTypeOf(name),
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
    list: async function* list() {
      const { s3, sdk } = await open()
      for await (const page of sdk.paginateListObjectsV2(
        { client: s3 },
        { Bucket: bucket, Prefix: prefix },
      )) {
        for (const { Key = '', Size = 0 } of page.Contents ?? [])
          yield { name: Key.slice(prefix.length), bytes: Size }
      }
    },
  }
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

function contentTypeOf(name: string): string {
  if (name.endsWith('.webp')) return 'image/webp'
  return name.endsWith('.png') ? 'image/png' : 'application/octet-stream'
}
