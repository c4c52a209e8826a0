import { Alert, Button, Group, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { patch, storePath } from '../api.ts'
import { ErrorAlert } from '../parts/errors.tsx'
import { Section } from '../parts/layout/section.tsx'
import { useStore } from '../store.tsx'
import { useSettings } from '../store-settings.ts'
import { useTexts } from '../words/words.tsx'
import { useFeeds } from './feeds-query.ts'

/** The pattern for products without an address, and how many feeds leave out. */
export function ProductAddresses() {
  const texts = useTexts('data').feeds
  const { data: settings } = useSettings()
  const { data } = useFeeds()
  const [typed, setTyped] = useState<string>()
  const save = useSaving(() => setTyped(undefined))
  const saved = settings?.product_url ?? ''
  const value = typed ?? saved
  return (
    <Section title={texts.addresses} lead={texts.addressesLead}>
      {data && data.skipped > 0 && (
        <Alert variant="light" color="yellow">
          {texts.skipped({ count: data.skipped })}
        </Alert>
      )}
      <TextInput
        label={texts.pattern}
        description={texts.patternHint({ id: '{product_id}' })}
        placeholder="https://shop.example/p/{product_id}"
        value={value}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <Group>
        <Button
          variant="default"
          loading={save.isPending}
          disabled={!settings || value.trim() === saved}
          onClick={() => save.mutate(value.trim() || null)}
        >
          {texts.savePattern}
        </Button>
      </Group>
      <ErrorAlert error={save.error} />
    </Section>
  )
}

function useSaving(onSaved: () => void) {
  const { store_id } = useStore()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (product_url: string | null) => patch(storePath(store_id, '/settings'), { product_url }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: [store_id] })
      onSaved()
    },
  })
}
