import { Skeleton, Stack, Text } from '@mantine/core'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { ErrorPanel } from '../parts/errors.tsx'
import { MailFrame } from '../parts/mail/mail-frame.tsx'
import { useTexts } from '../words/words.tsx'
import { useMailPreview } from './query.ts'
import { useBuyerName } from './request-status.ts'

/** The mail of a request, as it would be sent now. */
export function PreviewDialog({
  orderId,
  requestId,
  close,
}: {
  orderId: string
  requestId: string | undefined
  close: () => void
}) {
  const texts = useTexts('orders')
  const nameOf = useBuyerName()
  const { data, error, refetch } = useMailPreview(orderId, requestId)
  return (
    <Dialog opened={requestId !== undefined} close={close} size="xl" title={texts.previewTitle}>
      {error && <ErrorPanel error={error} retry={refetch} />}
      {!data && !error && <Skeleton height={420} radius="md" />}
      {data && (
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {texts.previewTo({ name: nameOf(data.to), email: data.to.email })}
          </Text>
          <MailFrame mail={{ ...data, from: data.from.name }} maxHeight={560} />
        </Stack>
      )}
    </Dialog>
  )
}
