import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { GroupProposals } from '../../server/api/dashboard/products/product-schemas.ts'
import { get, storePath } from '../api.ts'
import { useAction } from '../parts/action.ts'
import { Icon } from '../parts/icon.tsx'
import { useStore } from '../store.tsx'
import { useTexts } from '../words/words.tsx'
import classes from './products.module.css'
import { createGroup } from './query.ts'

type Proposal = GroupProposals['result'][number]

/** Proposes groups of products that share a SKU, such as the translations of one. Only an owner accepts them. */
export function SharedSkus() {
  const texts = useTexts('products')
  const { proposals, busy, accept } = useProposals()
  if (proposals.length === 0) return null
  return (
    <Paper withBorder radius="md" p="md" component="details">
      <Text component="summary" size="sm" fw={600}>
        {texts.sharedSkus({ count: proposals.length })}
      </Text>
      <Stack gap="sm" mt="sm">
        <Text size="sm" c="dimmed">
          {texts.sharedSkusLead}
        </Text>
        <ul className={classes.rows}>
          {proposals.map(proposal => (
            <ProposalRow key={proposal.sku} {...proposal} busy={busy} accept={() => accept([proposal])} />
          ))}
        </ul>
        {proposals.length > 1 && (
          <Button
            variant="light"
            leftSection={<Icon name="group" size={16} />}
            loading={busy}
            onClick={() => accept(proposals)}
            style={{ alignSelf: 'start' }}
          >
            {texts.groupAll}
          </Button>
        )}
      </Stack>
    </Paper>
  )
}

function useProposals() {
  const texts = useTexts('products')
  const { store_id, isOwner } = useStore()
  const queryClient = useQueryClient()
  const { data } = useQuery({
    queryKey: [store_id, 'products', 'proposals'],
    queryFn: () => get<GroupProposals>(storePath(store_id, '/product-groups/proposals')),
    enabled: isOwner,
  })
  const { busy, run } = useAction(texts.groupSaved, () =>
    queryClient.invalidateQueries({ queryKey: [store_id] }),
  )
  const accept = (accepted: Proposal[]) =>
    void run(async () => {
      for (const { products } of accepted)
        await createGroup(
          store_id,
          products.map(({ product_id }) => product_id),
        )
    })
  return { proposals: data?.result ?? [], busy, accept }
}

function ProposalRow({ sku, products, busy, accept }: Proposal & { busy: boolean; accept: () => void }) {
  const texts = useTexts('products')
  return (
    <li className={classes.variant}>
      <Group justify="space-between" gap="sm" p="xs">
        <div style={{ minWidth: 0 }}>
          <Text size="sm" className={classes.wrap}>
            {products.map(({ name, product_id }) => name || product_id).join(' · ')}
          </Text>
          <Text size="xs" c="dimmed" className={classes.wrap}>
            {texts.sku} {sku}
          </Text>
        </div>
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          onClick={accept}
          aria-label={texts.groupThese({ sku })}
        >
          {texts.groupOne}
        </Button>
      </Group>
    </li>
  )
}
