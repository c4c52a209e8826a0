import { ActionIcon, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx'
import { Dialog } from '../parts/dialogs/dialog.tsx'
import { ErrorAlert } from '../parts/errors.tsx'
import { Icon } from '../parts/icon.tsx'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import classes from './products.module.css'
import { type Details, sumFigures, useProductActions } from './query.ts'
import { Rating } from './rating.tsx'
import { useUndoNotification } from './undo-notification.tsx'
import { isInOtherGroup, type Variant, VariantRow, VariantSearch } from './variants.tsx'

const maxProducts = 100

/** Selects the products that share their reviews. Previews the combined rating before it is saved. */
export function GroupDialog({ product, close }: { product: Details; close: () => void }) {
  const texts = useTexts('products')
  const { choice, picked, add, remove, fromOtherGroups, isUnchanged } = useGroupChoice(product)
  const { save, busy, failure, isConfirming, setConfirming } = useSaveGroup(product, choice, close)
  return (
    <>
      <Dialog close={close} title={texts.groupTitle} size="lg">
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {texts.groupHelp}
          </Text>
          <PickedProducts picked={picked} fixedId={product.product_id} remove={remove} />
          <VariantSearch
            picked={choice.ids}
            isFull={picked.length >= maxProducts}
            pick={add}
            ownGroup={product.group?.id}
          />
          <CombinedRating picked={picked} />
          <ErrorAlert error={failure} />
          <DialogButtons
            canSave={picked.length > 1 && !isUnchanged}
            busy={busy}
            close={close}
            save={() => (choice.movesProducts ? setConfirming(true) : void save())}
          />
        </Stack>
      </Dialog>
      <ConfirmDialog
        title={isConfirming ? texts.moveTitle : undefined}
        message={texts.moveLead({ names: fromOtherGroups.map(nameOf).join(', ') })}
        confirmLabel={texts.move}
        busy={busy}
        close={() => setConfirming(false)}
        confirm={() => void save()}
      />
    </>
  )
}

function useGroupChoice(product: Details) {
  const before = product.members.length > 0 ? product.members : [product]
  const [picked, setPicked] = useState<Variant[]>(before)
  const fromOtherGroups = picked.filter(variant => isInOtherGroup(variant, product.group?.id))
  const ids = idsOf(picked)
  const choice: GroupChoice = { before, ids, movesProducts: fromOtherGroups.length > 0 }
  return {
    choice,
    picked,
    add: (variant: Variant) => setPicked([...picked, variant]),
    remove: (variant: Variant) => setPicked(picked.filter(other => other !== variant)),
    fromOtherGroups,
    isUnchanged: ids.toSorted().join('\n') === idsOf(before).toSorted().join('\n'),
  }
}

/** The combined figures that each product's page would show. */
function CombinedRating({ picked }: { picked: Variant[] }) {
  const texts = useTexts('products')
  const combined = sumFigures(picked)
  return (
    <div className={classes.combined} aria-live="polite">
      {picked.length < 2 ? (
        <Text size="sm">{texts.pickFirst}</Text>
      ) : (
        <Group justify="space-between">
          <Text size="sm" fw={600}>
            {texts.together}
          </Text>
          <Group gap="sm">
            <Rating figures={combined} />
            <Text size="sm" c="dimmed">
              {texts.questionCount({ count: combined.questions })}
            </Text>
          </Group>
        </Group>
      )}
    </div>
  )
}

type DialogButtonsProps = { canSave: boolean; busy: boolean; close: () => void; save: () => void }

function DialogButtons({ canSave, busy, close, save }: DialogButtonsProps) {
  const texts = useTexts('products')
  const { common } = useCommonTexts()
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={close}>
        {common.cancel}
      </Button>
      <Button disabled={!canSave} loading={busy} onClick={save}>
        {texts.saveGroup}
      </Button>
    </Group>
  )
}

const nameOf = ({ name, product_id }: Variant) => name || product_id

type GroupChoice = {
  before: Variant[]
  ids: string[]
  /** Whether saving moves products out of other groups, which needs a confirmation. */
  movesProducts: boolean
}

function useSaveGroup({ group }: Details, { before, ids, movesProducts }: GroupChoice, close: () => void) {
  const texts = useTexts('products')
  const actions = useProductActions()
  const notifyWithUndo = useUndoNotification()
  const [isConfirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const save = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const id = group ? group.id : (await actions.createGroup(ids, movesProducts)).id
      if (group) await actions.updateGroup(id, ids, movesProducts)
      const undo = () => (group ? actions.updateGroup(id, idsOf(before), false) : actions.deleteGroup(id))
      // A move out of other groups cannot be undone: those groups are not recorded.
      notifyWithUndo(texts.groupSaved, movesProducts ? undefined : undo)
      close()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
      setConfirming(false)
    }
  }
  return { save, busy, failure, isConfirming, setConfirming }
}

const idsOf = (products: Variant[]) => products.map(({ product_id }) => product_id)

function PickedProducts({
  picked,
  fixedId,
  remove,
}: {
  picked: Variant[]
  fixedId: string
  remove: (variant: Variant) => void
}) {
  const texts = useTexts('products')
  return (
    <div>
      <Text size="sm" fw={600} mb={6}>
        {texts.picked}
      </Text>
      <Paper withBorder radius="md" style={{ maxHeight: 260, overflow: 'auto' }}>
        <ul className={classes.rows}>
          {picked.map(product => (
            <VariantRow key={product.product_id} product={product}>
              {product.product_id !== fixedId && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={texts.removeVariant({ name: product.name || product.product_id })}
                  onClick={() => remove(product)}
                >
                  <Icon name="close" size={16} />
                </ActionIcon>
              )}
            </VariantRow>
          ))}
        </ul>
      </Paper>
    </div>
  )
}
