import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { PageHeader } from '../parts/layout/page-header.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import { DeliveryPage } from './delivery-page.tsx'
import { NewWebhook } from './new-webhook.tsx'
import { Overview } from './overview.tsx'
import { WebhookPage } from './webhook-page.tsx'

/** A webhook with its secret, which is lost when the screen is left. */
export type Fresh = { id: string; secret: string }

/** The store's webhooks. The URL names the open webhook and delivery, or that one is being added. */
export default function WebhooksPage() {
  const texts = useTexts('webhooks')
  const { store_id, isOwner } = useStore()
  const [params, setParams] = useSearchParams()
  const [fresh, setFresh] = useState<Fresh>()
  const id = params.get('id')
  const delivery = params.get('delivery')
  const isAdding = params.has('new') && isOwner
  const open = (made: Fresh) => {
    setFresh(made)
    setParams({ id: made.id })
  }
  const content = () => {
    if (id !== null && delivery !== null) return <DeliveryPage key={delivery} id={id} deliveryId={delivery} />
    if (id !== null)
      return <WebhookPage key={id} id={id} fresh={fresh?.id === id ? fresh : undefined} setFresh={setFresh} />
    return isAdding ? <NewWebhook open={open} /> : <Overview />
  }
  return (
    <Stack gap="lg" key={store_id}>
      <PageHeader
        title={texts.title}
        lead={texts.lead}
        isItemOpen={id !== null || isAdding}
        action={
          isOwner &&
          id === null &&
          !isAdding && (
            <Button component={Link} to="?new">
              {texts.add}
            </Button>
          )
        }
      />
      {content()}
    </Stack>
  )
}
