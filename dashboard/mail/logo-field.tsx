import { Anchor, Button, FileButton, Group, Image, Input, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { putBytes, storePath } from '../api.ts'
import { ErrorAlert } from '../parts/errors.tsx'
import { Icon } from '../parts/icon.tsx'
import { sendThroughOutage } from '../parts/outage.ts'
import { useStore } from '../store.tsx'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import classes from './mail.module.css'

type Props = { url: string; error: string | undefined; change: (url: string) => void }

/** The store's logo: a file, or a URL for those who host it themselves. */
export function LogoField({ url, error, change }: Props) {
  const texts = useTexts('mail')
  const { common } = useCommonTexts()
  const upload = useLogoUpload(change)
  const [takesUrl, setTakesUrl] = useState(false)
  return (
    <Input.Wrapper label={texts.logo} description={texts.logoHint} labelElement="div">
      <LogoPreview key={url} url={url} />
      <Group gap="xs" mt="xs">
        <FileButton
          accept="image/png,image/jpeg,image/webp"
          onChange={file => file && upload.mutate(file)}
          resetRef={upload.resetRef}
        >
          {props => (
            <Button
              {...props}
              variant="default"
              leftSection={<Icon name="upload" size={16} />}
              loading={upload.isPending}
            >
              {url ? texts.logoReplace : texts.logoUpload}
            </Button>
          )}
        </FileButton>
        {upload.isPending && (
          <Button variant="subtle" color="gray" onClick={upload.cancel}>
            {common.cancel}
          </Button>
        )}
        {url && (
          <Button variant="subtle" color="gray" onClick={() => change('')}>
            {texts.logoRemove}
          </Button>
        )}
        {!takesUrl && (
          <Anchor component="button" type="button" size="sm" onClick={() => setTakesUrl(true)}>
            {texts.logoByUrl}
          </Anchor>
        )}
      </Group>
      {upload.error && <ErrorAlert error={upload.error} />}
      {(takesUrl || error) && (
        <TextInput
          aria-label={texts.logoUrl}
          type="url"
          placeholder="https://"
          mt="xs"
          value={url}
          error={error}
          onChange={event => change(event.currentTarget.value)}
        />
      )}
    </Input.Wrapper>
  )
}

function useLogoUpload(change: (url: string) => void) {
  const { store_id } = useStore()
  const resetRef = useRef<() => void>(null)
  const stop = useRef(new AbortController())
  const upload = useMutation({
    mutationFn: (file: File) => {
      stop.current = new AbortController()
      const { signal } = stop.current
      return sendThroughOutage(
        () => putBytes<{ logo_url: string }>(storePath(store_id, '/logo'), file, signal),
        signal,
      )
    },
    onSuccess: ({ logo_url }) => change(logo_url),
    // The same file can be chosen again.
    onSettled: () => resetRef.current?.(),
  })
  const cancel = () => {
    stop.current.abort()
    upload.reset()
  }
  return { ...upload, cancel, resetRef }
}

function LogoPreview({ url }: { url: string }) {
  const texts = useTexts('mail')
  const [isBroken, setBroken] = useState(false)
  if (!/^https?:\/\/./.test(url)) return null
  if (isBroken) {
    return (
      <Text size="xs" c="var(--mantine-color-error)" role="status" mt={6}>
        {texts.logoBroken}
      </Text>
    )
  }
  return (
    <Image
      className={classes.logo}
      src={url}
      alt={texts.logoNow}
      h={40}
      w="auto"
      mt="xs"
      onError={() => setBroken(true)}
    />
  )
}
