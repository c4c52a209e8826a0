import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { exportList, oneExport } from '../../server/api/dashboard/exports/export-schemas.ts'
import type {
  Import as ImportOnServer,
  importList,
} from '../../server/api/dashboard/imports/import-schemas.ts'
import { get, post, remove, storePath, type Wire } from '../api.ts'
import { useUrlParams } from '../parts/url-params.ts'
import { useStore } from '../store.tsx'

export type ImportJob = Wire<ImportOnServer>
export type ListedImport = Wire<z.infer<typeof importList>>['result'][number]
export type ExportJob = Wire<z.infer<typeof oneExport>>
export type ExportKind = ExportJob['kind']
export type ImportKind = ImportJob['kind']
export type TablePreview = NonNullable<ImportJob['table']>

type Page<Item> = { result: Item[]; next: string | null }

export const importKinds = ['review', 'question', 'order', 'archive'] as const satisfies ImportKind[]

/** The open tab, the open import and the kind of the next one. All are URL parameters, so a reload keeps them. */
export function useDataParams() {
  const [params, change] = useUrlParams<'tab' | 'id' | 'step' | 'kind'>()
  const setParams = (changes: Parameters<typeof change>[0]) => change(changes, { replace: false })
  return {
    tab: tabOf(params.get('tab')),
    id: params.get('id'),
    /** What to import next. */
    kind: importKinds.find(known => known === params.get('kind')) ?? 'review',
    /** Whether the reader has returned to the columns after a trial. */
    isBackAtColumns: params.get('step') === 'columns',
    setParams,
  }
}

function tabOf(text: string | null): 'import' | 'export' | 'feeds' {
  return text === 'export' || text === 'feeds' ? text : 'import'
}

const pollInterval = 700 // ms
const copyingInterval = 3_000 // ms

const isWorking = ({ state }: Pick<ImportJob, 'state'>) => ['trying', 'running', 'undoing'].includes(state)

export function useImport(id: string) {
  const { store_id } = useStore()
  return useQuery({
    queryKey: [store_id, 'import', id],
    queryFn: () => get<ImportJob>(storePath(store_id, `/imports/${id}`)),
    refetchInterval: ({ state: { data } }) => {
      if (data && isWorking(data)) return pollInterval
      return data?.pictures?.waiting ? copyingInterval : false
    },
  })
}

export function useImports() {
  const { store_id } = useStore()
  return useInfiniteQuery({
    queryKey: [store_id, 'imports'],
    queryFn: ({ pageParam }) => get<Page<ListedImport>>(storePath(store_id, `/imports${pageParam}`)),
    initialPageParam: '',
    getNextPageParam: (last: Page<ListedImport>) => (last.next ? `?before=${last.next}` : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(page => page.result.some(isWorking)) ? 2 * pollInterval : false,
  })
}

/** Sends an action on an import and puts the resulting state into the query cache. */
export function useImportAction(id: string) {
  const { store_id } = useStore()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({
      action,
      body,
    }: {
      action: 'inspection' | 'trial' | 'run' | 'again' | 'pictures' | 'cancel' | 'undo'
      body?: unknown
    }) => post<ImportJob>(storePath(store_id, `/imports/${id}/${action}`), body),
    onSuccess: data => {
      queries.setQueryData([store_id, 'import', id], data)
      void queries.invalidateQueries({ queryKey: [store_id, 'imports'] })
    },
    // Another user or tab may have changed the import first: read it again.
    onError: () => void queries.invalidateQueries({ queryKey: [store_id, 'import', id] }),
  })
}

export function useExports() {
  const { store_id } = useStore()
  return useInfiniteQuery({
    queryKey: [store_id, 'exports'],
    queryFn: ({ pageParam }) =>
      get<Wire<z.infer<typeof exportList>>>(storePath(store_id, `/exports${pageParam}`)),
    initialPageParam: '',
    getNextPageParam: (last: Page<ExportJob>) => (last.next ? `?before=${last.next}` : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(page => page.result.some(exportJob => exportJob.state === 'running'))
        ? pollInterval
        : false,
  })
}

export function useExportActions() {
  const { store_id } = useStore()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: [store_id, 'exports'] })
  const start = useMutation({
    mutationFn: (kind: ExportKind) => post<ExportJob>(storePath(store_id, '/exports'), { kind }),
    onSettled: refresh,
  })
  const removal = useMutation({
    mutationFn: (id: string) => remove<ExportJob>(storePath(store_id, `/exports/${id}`)),
    onSettled: refresh,
  })
  return { start, remove: removal }
}

/** The URL of a downloadable file, for a link. */
export const fileUrl = (storeId: string, path: string) => `/admin/api${storePath(storeId, path)}`

/** A column's non-empty values in the preview's sample rows. */
export function samplesOf({ header, samples }: TablePreview, column: string): string[] {
  const index = header.indexOf(column)
  return samples.map(cells => cells[index] ?? '').filter(text => text.trim() !== '')
}
