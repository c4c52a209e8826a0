import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  MailContentChange,
  MailDraft,
  PreviewedMail,
  MailContent as Shown,
  TestedMail,
} from '../../server/api/dashboard/mail/content-schemas.ts'
import { get, patch, post, storePath, type Wire } from '../api.ts'
import { useStore } from '../store.tsx'
import { useCommonTexts } from '../words/words.tsx'

export type MailContent = Wire<Shown>
export type MailKind = MailContent['kinds'][number]['kind']
export type RenderedMail = PreviewedMail
export type MailText = { subject: string; words: string }

export function useMailContent() {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'mail', 'content'],
    queryFn: () => get<MailContent>(storePath(store_id, '/mail/content')),
  })
}

export function useSaveContent() {
  const { store_id } = useStore()
  const { common } = useCommonTexts()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: MailContentChange) =>
      patch<MailContent>(storePath(store_id, '/mail/content'), change),
    onSuccess: content => {
      queries.setQueryData([store_id, 'mail', 'content'], content)
      void queries.invalidateQueries({ queryKey: [store_id, 'settings'] }) // they contain the colour and logo, too
      void queries.invalidateQueries({ queryKey: [store_id, 'history'] })
      notifications.show({ message: common.saved })
    },
  })
}

/** An email with unsaved texts and colours, rendered by the server. */
export function useMailPreview(draft: MailDraft) {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'mail', 'preview', draft],
    queryFn: () => post<RenderedMail>(storePath(store_id, '/mail/preview'), draft),
    gcTime: 60_000,
  })
}

export function useSendTest() {
  const { store_id } = useStore()
  return useMutation({
    mutationFn: (draft: MailDraft) => post<TestedMail>(storePath(store_id, '/mail/test'), draft),
  })
}
