import { ActionIcon, Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '../parts/ask.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ErrorAlert } from '../parts/failure.tsx'
import { Icon } from '../parts/icon.tsx'
import { useCommonTexts, useTexts } from '../words/words.tsx'
import classes from './products.module.css'
import { addFigures, type Details, useProductActs } from './query.ts'
import { Rating } from './rating.tsx'
import { useUndo } from './undo.tsx'
import { Finder, isElsewhere, type Variant, VariantRow } from './variants.tsx'

const most = 100

/** Chooses the products that share their reviews, with what each page will show before it is saved. */
export function GroupDialog({ product, close }: { product: Details; close: () => void }) {
  const texts = useTexts('products')
  const before = product.members.length > 0 ? product.members : [product]
  const [picked, setPicked] = useState<Variant[]>(before)
  const foreign = picked.filter(one => isElsewhere(one, product.group?.id))
  const ids = idsOf(picked)
  const isSame = ids.toSorted().join('\n') === idsOf(before).toSorted().join('\n')
  const choice = { before, ids, takes: foreign.length > 0 }
  const { save, busy, failure, asks, setAsks } = useSave(product, choice, close)
  return (
    <>
      <Dialog close={close} title={texts.groupTitle} size="lg">
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {texts.groupHelp}
          </Text>
          <Picked
            picked={picked}
            fixed={product.product_id}
            remove={one => setPicked(picked.filter(other => other !== one))}
          />
          <Finder
            picked={ids}
            full={picked.length >= most}
            pick={one => setPicked([...picked, one])}
            ownGroup={product.group?.id}
          />
          <Together picked={picked} />
          <ErrorAlert error={failure} />
          <Buttons
            may={picked.length > 1 && !isSame}
            busy={busy}
            close={close}
            save={() => (foreign.length > 0 ? setAsks(true) : void save())}
          />
        </Stack>
      </Dialog>
      <ConfirmDialog
        title={asks ? texts.moveTitle : undefined}
        message={texts.moveLead({ names: foreign.map(nameOf).join(', ') })}
        confirmLabel={texts.move}
        busy={busy}
        close={() => setAsks(false)}
        confirm={() => void save()}
      />
    </>
  )
}

/** What the page of each would show. */
function Together({ picked }: { picked: Variant[] }) {
  const texts = useTexts('products')
  const together = addFigures(picked)
  return (
    <div className={classes.together} aria-live="polite">
      {picked.length < 2 ? (
        <Text size="sm">{texts.pickFirst}</Text>
      ) : (
        <Group justify="space-between">
          <Text size="sm" fw={600}>
            {texts.together}
          </Text>
          <Group gap="sm">
            <Rating figures={together} />
            <Text size="sm" c="dimmed">
              {texts.questionCount({ count: together.questions })}
            </Text>
          </Group>
        </Group>
      )}
    </div>
  )
}

type ButtonsProps = { may: boolean; busy: boolean; close: () => void; save: () => void }

function Buttons({ may, busy, close, save }: ButtonsProps) {
  const texts = useTexts('products')
  const { common } = useCommonTexts()
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={close}>
        {common.cancel}
      </Button>
      <Button disabled={!may} loading={busy} onClick={save}>
        {texts.saveGroup}
      </Button>
    </Group>
  )
}

const nameOf = ({ name, product_id }: Variant) => name || product_id

type Choice = {
  before: Variant[]
  ids: string[]
  /** Whether it takes products from other groups, which is asked first. */
  takes: boolean
}

function useSave({ group }: Details, { before, ids, takes }: Choice, close: () => void) {
  const texts = useTexts('products')
  const acts = useProductActs()
  const tellDone = useUndo()
  const [asks, setAsks] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const save = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      const id = group ? group.id : (await acts.group(ids, takes)).id
      if (group) await acts.regroup(id, ids, takes)
      const undo = () => (group ? acts.regroup(id, idsOf(before), false) : acts.ungroup(id))
      // Where others were taken from is known no more.
      tellDone(texts.groupSaved, takes ? undefined : undo)
      close()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
      setAsks(false)
    }
  }
  return { save, busy, failure, asks, setAsks }
}

const idsOf = (products: Variant[]) => products.map(({ product_id }) => product_id)

function Picked({
  picked,
  fixed,
  remove,
}: {
  picked: Variant[]
  fixed: string
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
          {picked.map(one => (
            <VariantRow key={one.product_id} product={one}>
              {one.product_id !== fixed && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={texts.removeVariant({ name: one.name || one.product_id })}
                  onClick={() => remove(one)}
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
