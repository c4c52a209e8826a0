import { get } from '../api.ts'

/** Whether the service still needs its first owner, and whether its emails leave. */
export const setupQuery = {
  queryKey: ['setup'],
  queryFn: () => get<{ needed: boolean; sends_mail: boolean }>('/setup'),
  retry: false,
}
