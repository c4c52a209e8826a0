import { Button, Checkbox, Group, Skeleton, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { ReasonDialog } from '../parts/dialogs/reason-dialog.tsx'
import { ErrorPanel } from '../parts/errors.tsx'
import { EmptyState } from '../parts/layout/empty-state.tsx'
import lists from '../parts/layout/lists.module.css'
import { LoadMore } from '../parts/layout/load-more.tsx'
import { PageHeader } from '../parts/layout/page-header.tsx'
import { useTexts } from '../words/words.tsx'
import { FilterBar } from './filter-bar.tsx'
import { useQueue } from './queue.ts'
import { ReviewCard } from './review-card.tsx'
import { type Actions, ReviewDetails } from './review-details.tsx'
import classes from './reviews.module.css'
import { ShortcutsDialog, useShortcuts } from './shortcuts.tsx'

type ReasonRequest = { action: 'reject' | 'remove'; ids: string[] }

/** Pending and decided reviews: a list by date, the open review next to it, and shortcuts for decisions. */
export default function Reviews() {
  const texts = useTexts('reviews')
  const [reasonRequest, setReasonRequest] = useState<ReasonRequest>()
  const [isHelpOpen, help] = useDisclosure()
  const queue = useQueue()
  const { filters, query, reviews, selected, maySelect } = queue
  const actionsOn = (ids: string[]) => ({
    publish: () => queue.applyDecision({ action: 'publish', ids }),
    restore: () => queue.applyDecision({ action: 'restore', ids }),
    reject: () => setReasonRequest({ action: 'reject', ids }),
    remove: () => setReasonRequest({ action: 'remove', ids }),
  })
  useQueueShortcuts(queue, actionsOn, { isOn: reasonRequest === undefined && !isHelpOpen, help: help.open })
  const isOpen = queue.review ? true : undefined
  return (
    <Stack gap="lg">
      <Header openHelp={help.open} isItemOpen={queue.review !== undefined} />
      <div className={classes.filters} data-open={isOpen}>
        <FilterBar {...queue} />
      </div>
      {maySelect && reviews.length > 0 && (
        <div className={classes.filters} data-open={isOpen}>
          <BulkActions queue={queue} actions={actionsOn(selected)} />
        </div>
      )}
      {query.isPending && <ListSkeleton />}
      {query.error && <ErrorPanel error={query.error} retry={query.refetch} />}
      {query.isSuccess && reviews.length === 0 && (
        <NoReviews filters={filters} showAll={() => queue.setFilters({ state: 'all' })} />
      )}
      {reviews.length > 0 && <ListAndDetails queue={queue} actionsOn={actionsOn} />}
      <ReasonDialog
        opened={reasonRequest !== undefined}
        confirmLabel={reasonRequest?.action === 'remove' ? texts.remove : texts.reject}
        close={() => setReasonRequest(undefined)}
        choose={reason => reasonRequest && queue.applyDecision({ ...reasonRequest, reason })}
      />
      <ShortcutsDialog opened={isHelpOpen} close={help.close} />
    </Stack>
  )
}

type Queue = ReturnType<typeof useQueue>
type ActionsOn = (ids: string[]) => Actions

function useQueueShortcuts(
  queue: Queue,
  actionsOn: ActionsOn,
  { isOn, help }: { isOn: boolean; help: () => void },
) {
  const { review, mayPublish, mayReject, maySelect } = queue
  const actions = {
    next: () => queue.openAdjacent(1),
    previous: () => queue.openAdjacent(-1),
    publish: () => mayPublish && review && actionsOn([review.id]).publish(),
    reject: () => mayReject && review && actionsOn([review.id]).reject(),
    reply: () => document.getElementById('reply')?.focus(),
    select: () => maySelect && review && queue.toggleSelected(review.id),
    undo: () => queue.undo(),
    help,
  }
  useShortcuts(actions, isOn)
}

function Header({ openHelp, isItemOpen }: { openHelp: () => void; isItemOpen: boolean }) {
  const texts = useTexts('reviews')
  return (
    <PageHeader
      title={texts.title}
      lead={texts.lead}
      isItemOpen={isItemOpen}
      action={
        <Button variant="subtle" color="gray" size="compact-sm" onClick={openHelp} visibleFrom="sm">
          {texts.shortcuts} (?)
        </Button>
      }
    />
  )
}

function ListAndDetails({ queue, actionsOn }: { queue: Queue; actionsOn: ActionsOn }) {
  const { reviews, review, open, setFilters, maySelect } = queue
  const isOpen = review ? true : undefined
  return (
    <div className={classes.columns} data-open={isOpen}>
      <div className={classes.listSide}>
        <ul className={lists.list}>
          {reviews.map(item => (
            <ReviewCard
              key={item.id}
              review={item}
              active={item.id === queue.openId}
              selected={maySelect ? queue.selected.includes(item.id) : undefined}
              showsState={queue.filters.state === 'all'}
              open={() => open(item.id)}
              select={() => queue.toggleSelected(item.id)}
            />
          ))}
        </ul>
        <LoadMore list={queue.query} />
      </div>
      {review && (
        <div className={classes.details}>
          <ReviewDetails
            review={review}
            actions={actionsOn([review.id])}
            back={() => open(undefined)}
            filterBySubject={({ subject, product_id }) =>
              setFilters(subject === 'store' ? { subject, product_id: null } : { product_id, subject: null })
            }
          />
        </div>
      )}
    </div>
  )
}

function BulkActions({ queue, actions }: { queue: Queue; actions: Actions }) {
  const texts = useTexts('reviews')
  const { reviews, selected, select } = queue
  const visibleIds = reviews.slice(0, 100).map(({ id }) => id)
  const isAllSelected = visibleIds.length > 0 && visibleIds.every(id => selected.includes(id))
  return (
    <Group gap="md" mih={36}>
      <Checkbox
        label={selected.length > 0 ? texts.selected({ count: selected.length }) : texts.selectAll}
        checked={isAllSelected}
        indeterminate={selected.length > 0 && !isAllSelected}
        onChange={event => select(event.currentTarget.checked ? visibleIds : [])}
      />
      {selected.length > 0 && (
        <>
          <Button size="xs" onClick={actions.publish}>
            {texts.publish}
          </Button>
          <Button size="xs" variant="default" onClick={actions.reject}>
            {texts.reject}
          </Button>
        </>
      )}
    </Group>
  )
}

function ListSkeleton() {
  return (
    <Stack gap="sm" aria-hidden="true">
      {[1, 2, 3, 4].map(row => (
        <Skeleton key={row} height={104} radius="md" />
      ))}
    </Stack>
  )
}

type NoReviewsProps = { filters: Record<string, string | undefined>; showAll: () => void }

function NoReviews({ filters, showAll }: NoReviewsProps) {
  const texts = useTexts('reviews')
  const isQueue = filters.state === 'pending' && Object.keys(filters).length === 1
  return isQueue ? (
    <EmptyState icon="check" title={texts.emptyQueueTitle} lead={texts.emptyQueue}>
      <Button variant="default" onClick={showAll}>
        {texts.showAll}
      </Button>
    </EmptyState>
  ) : (
    <EmptyState icon="search" title={texts.emptyTitle} lead={texts.empty} />
  )
}
