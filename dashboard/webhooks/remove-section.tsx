import { RemoveSection } from '../parts/layout/remove-section.tsx'
import { useTexts } from '../words/words.tsx'
import { useReload, useWebhookRequests, type Webhook } from './query.ts'

export function RemoveWebhook({ webhook: { webhook_id, url } }: { webhook: Webhook }) {
  const texts = useTexts('webhooks').remove
  const { remove } = useWebhookRequests()
  const reload = useReload()
  return (
    <RemoveSection
      {...{ texts, reload }}
      question={texts.confirm}
      consequences={texts.confirmLead({ url })}
      remove={() => remove(webhook_id)}
    />
  )
}
