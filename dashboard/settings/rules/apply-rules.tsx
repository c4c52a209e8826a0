import { Button, Group, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { post, storePath } from '../../api.ts'
import { ErrorPanel } from '../../parts/errors.tsx'
import { useStore } from '../../store.tsx'
import { useTexts } from '../../words/words.tsx'

type Applied = { checked: number; changed: number; next: string | null }

/** Applies the saved rules to requests that are not sent yet, a hundred orders at a time. */
export function ApplyRules({ isSaved }: { isSaved: boolean }) {
  const { store_id } = useStore()
  const texts = useTexts('rules')
  const queryClient = useQueryClient()
  const [done, setDone] = useState({ checked: 0, changed: 0 })
  const apply = useMutation({
    mutationFn: async () => {
      let sum = { checked: 0, changed: 0 }
      for (let after: string | null = ''; after !== null; ) {
        const one: Applied = await post(storePath(store_id, '/rules/apply'), { after })
        sum = { checked: sum.checked + one.checked, changed: sum.changed + one.changed }
        setDone(sum)
        after = one.next
      }
      return sum
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: [store_id, 'orders'] }),
  })
  return (
    <div>
      <Group gap="sm">
        <Button
          variant="default"
          disabled={!isSaved}
          loading={apply.isPending}
          onClick={() => {
            setDone({ checked: 0, changed: 0 })
            apply.mutate()
          }}
        >
          {texts.apply}
        </Button>
        <Text size="sm" aria-live="polite">
          {(apply.isPending || apply.isSuccess) && texts.applied(done)}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" mt={6}>
        {isSaved ? texts.applyHint : texts.applyAfterSaving}
      </Text>
      {apply.error && <ErrorPanel error={apply.error} retry={() => apply.mutate()} />}
    </div>
  )
}
