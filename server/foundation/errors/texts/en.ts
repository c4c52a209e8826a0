import type { ErrorName } from '../codes.ts'
import { englishFiles, type FileTexts } from './files/en.ts'

// What happened, then what to do. The specification fixes the texts of both duplicates and of `order_limit`.
const errors: Record<ErrorName, string> = {
  key_missing: 'The X-API-Key header is missing. Send your API key in it.',
  store_missing: 'The X-Store-Id header is missing. Send the id of your store in it.',
  key_invalid: 'This API key is unknown, revoked or of another type. Use an active key of the right type.',
  store_inactive: 'This store is inactive. Ask the operator to activate it.',
  key_expired: 'This API key has expired. Create a new one.',
  store_mismatch:
    'This API key belongs to another store. Send the id of that store in the X-Store-Id header.',
  order_limit: 'Order usage limit exceeded for your plan',
  orders_often:
    'Your plan’s limit of orders per minute is reached. Send the order again after the seconds in the Retry-After header.',
  order_duplicate: 'Duplicated, Order has already been sent',
  product_duplicate: 'Duplicated, Product has already been sent',
  body_invalid: 'The body of the request is invalid. Correct it and send it again.',
  settings_invalid: 'A setting is invalid. Correct it and save again.',
  request_invalid: 'The HTTP request is malformed. Correct it and send it again.',
  request_timeout: 'The request did not arrive in time. Send it again.',
  headers_too_large: 'The headers of the request are too large. Send fewer or shorter headers.',
  body_too_large:
    'The request body is larger than this address accepts (1 MiB at most). Send it in smaller parts.',
  route_unknown: 'There is nothing at this address. See /docs for the addresses that exist.',
  order_unknown: 'The store has no order with this id. Check the id, or send the order first.',
  review_unknown: 'The store has no review with this id. Check the id, or reload the page.',
  link_unknown: 'This link is not valid. Open the link in the newest email from the store.',
  question_unknown: 'The store has no question with this id. Check the id, or reload the page.',
  product_unknown:
    'The store has no product with this id or SKU. Check the id or SKU, or send the product first.',
  group_unknown: 'The store has no product group with this id. Reload the page.',
  session_missing: 'You are signed out. Sign in and try again.',
  login_wrong: 'The email address or the password is incorrect. Check both and try again.',
  code_wrong: 'This code is incorrect or was already used. Enter the current code, or sign in again.',
  setup_over:
    'This link was already used or has expired. Make a new one with `./realword user setup`, or sign in.',
  role_missing: 'Your role in this store does not allow this. Ask an owner of the store.',
  store_suspended:
    'The operator suspended this store. You can read, export and delete what it has; it receives and sends nothing. Ask the operator to activate it.',
  page_foreign: 'This change did not come from the dashboard. Reload the dashboard and try again.',
  link_over: 'This link was already used or has expired. Request a new one.',
  password_wrong: 'The password is incorrect. Check it and try again.',
  password_weak:
    'This password is easy to guess: it is common, follows a pattern, or contains your name, email address or store. Choose another one, such as four unrelated words.',
  https_missing: 'Without HTTPS, others could read your password in transit. Open the dashboard over https.',
  store_unknown: 'There is no store with this id, or you have no access to it. Check the id.',
  store_deleted: 'This store was deleted. It can no longer be changed.',
  scope_missing:
    'This API key does not have the scope that this request needs. Create a key with the scope named in more_info.',
  operator_missing: 'Only operators of this installation may do this. Ask one of them to add you.',
  request_repeated:
    'A store was already created with this Idempotency-Key. Its keys were in that answer only: find the store in the list and create a new key, or send another Idempotency-Key to create one more.',
  request_differs: 'This Idempotency-Key was used with another body. Send a new key with each new request.',
  request_running:
    'A request with this Idempotency-Key is still running. Repeat it after the time in Retry-After.',
  answer_gone:
    'This request was already done, and its answer held data that are not kept. more_info names what it made, if anything.',
  body_stale: 'This was changed since you read it. Read it again, and send If-Match with its new ETag.',
  review_duplicate: 'Review has already been sent',
  question_duplicate: 'Question has already been sent',
  member_unknown: 'The store has no member with this id. Reload the page.',
  key_unknown: 'There is no API key with this id. Reload the page.',
  invitation_unknown: 'The store has no open invitation with this id. Reload the page.',
  member_already: 'This email address already belongs to a member of the store. Change their role instead.',
  owner_last: 'A store needs at least one owner. Make another member an owner first.',
  operator_last: 'The installation needs at least one operator. Add another one first.',
  product_grouped:
    'One of these products is in another group. Remove it from that group, or confirm that it may be moved.',
  import_unknown: 'The store has no import with this id. Reload the page.',
  export_unknown: 'The store has no export with this id, or its file was deleted. Export again.',
  feed_unknown:
    'There is no feed at this address or with this id. Copy the address again, or create a new feed.',
  import_state: 'This import has moved on, or its file was deleted. Reload the page.',
  link_expired: 'This link has expired. Ask the store for a new one.',
  state_wrong:
    'The author has not confirmed this text or has withdrawn it, or it was rejected. Reload the page to see its state.',
  request_none:
    'No customer of this order has a usable email address, or its products wait for their delivery. Check the order in your shop.',
  request_sent:
    'The email for this order was sent, is on its way, or was refused. It is sent only once: open the order to see its state.',
  request_cancelled: 'The review request for this order was cancelled. It can no longer be sent.',
  request_empty:
    'Nothing is left to ask this buyer: they have reviewed the products, or the products are switched off for review requests. See them under Products.',
  buyer_suppressed:
    'This buyer unsubscribed, or their address does not work. See the reason in the list of suppressed addresses.',
  buyer_mailed:
    'This buyer already gets an email from the store today, and the limit is one per day. Try again tomorrow.',
  mails_limit:
    'Your plan’s limit of review emails for today is reached. The request stays scheduled: wait for its date, or send it tomorrow.',
  requests_paused:
    'The store is inactive, or its review requests are paused. Resume them in the settings first.',
  files_full:
    'The files of this store use all the space they are allowed. Delete exports you no longer need, or wait: files are deleted after seven days.',
  logo_refused: 'Choose a PNG, JPEG or WebP picture of at most 1 MB.',
  storage_limit:
    'Your plan’s limit of stored files is reached. Delete exports and uploaded files you no longer need, or ask the operator to raise the limit.',
  files_often: 'This store has reached its upload limit for today. Upload the rest tomorrow.',
  suppression_unknown: 'The store has not suppressed this address. Check the address.',
  suppressed_already:
    'This address is already suppressed: the store sends it no email. Search for the address to see why.',
  suppression_stays:
    'This person unsubscribed or reported an email as spam. Only they can resubscribe, with the link in one of your emails.',
  mail_unknown: 'The store has no email with this id. Reload the page.',
  mail_over:
    'Only a failed email can be sent again, while its link is valid and its recipient accepts email. Reload the page to see its state.',
  mail_restored:
    'This email was restored from an archive, so it is never sent from here. Send a new one instead.',
  connection_unknown: 'The store has no connection with this id. Reload the page.',
  connection_state:
    'This connection is incomplete or paused, or its platform cannot do this. Complete or resume it, and try again.',
  event_unknown: 'The connection has no event with this id that can be retried. Reload the page.',
  webhook_unknown: 'The store has no webhook with this id. Reload the page.',
  delivery_unknown: 'The webhook has no delivery with this id. Deliveries are kept for 30 days.',
  webhook_disabled: 'This webhook is disabled. Activate it first.',
  webhook_refused:
    'This address and signature belong to no connection. Copy the address of the connection and its secret into the shop again.',
  method_wrong: 'This address does not accept this method. Use a method from the Allow header.',
  requests_often:
    'This store’s limit of API requests per minute is reached. Send the request again after the seconds in the Retry-After header.',
  too_many:
    'Too many requests arrived. Wait a minute and try again; in a program, wait for the seconds in the Retry-After header.',
  unavailable:
    'The service is temporarily unavailable. Try again in a moment; in a program, wait for the seconds in the Retry-After header.',
  unexpected: 'Something went wrong on our side. Try again in a moment.',
}

// The specification's texts, and the others in the same voice; {0} and {1} are the values.
const problems = {
  required: 'Required',
  type: 'Expected {0}, received {1}',
  unknown_key: 'Unrecognized key(s) in object',
  number_min: 'Number must be greater than or equal to {0}',
  number_max: 'Number must be less than or equal to {0}',
  string_min: 'String must contain at least {0} character(s)',
  string_max: 'String must contain at most {0} character(s)',
  array_min: 'Array must contain at least {0} element(s)',
  array_max: 'Array must contain at most {0} element(s)',
  kibibytes_max: 'Expected at most {0} KiB',
  whole: 'Expected a whole number from {0} to {1}',
  one_of: 'Expected one of {0}',
  not_both: 'Expected {0} or {1}, received both',
  either: 'Expected {0} or {1}',
  date_min: 'Expected {0} or a later date',
  days_max: 'Expected at most {0} days',
  datetime: 'Invalid datetime',
  date: 'Expected a date such as 2026-11-24',
  not_ordered: 'The order has no product {0}',
  past: 'Expected today or a later day',
  future: 'Expected an instant that is not in the future',
  length: 'Expected {0} to {1} characters',
  one_line: 'Expected a single line',
  placeholder: '{0} is not a placeholder. Use {name}, {store} or {product}',
  language_tag: 'Expected a language tag such as pt-BR or en',
  time_zone: 'Expected a time zone such as America/Sao_Paulo',
  country: 'Expected the two capital letters of a country, such as BR',
  time_of_day: 'Expected a time from 00:00 to 23:59',
  origin: '{0} is not an origin. Use the beginning of an address, such as https://shop.example',
  reminders: 'Expected at most two numbers of days from 1 to 60, in ascending order',
  color: 'Expected a color such as #1f6f54',
  product_pattern: 'Expected an address that begins with https:// or http:// and contains {product_id}',
  web_address: 'Expected an address that begins with https:// or http://',
  page_of_store:
    'This page is not on the store’s site, {0}. Enter a page of the store, or add its address in the settings',
  user: 'Nobody signs in with this address. Create the user first: ./realword user create',
  store_name: 'Expected the name of the store, {0}',
  email: 'Expected one email address',
  json: 'Invalid JSON',
  duplicate_key: 'Duplicate key',
  character: 'Invalid character',
  depth: 'Nested too deeply',
  content_type: 'Expected application/json',
  format: 'Invalid format',
  refused: 'Not accepted: {0}',
  more: '{0} more problem(s)',
}

/** The texts of one language. A language that lacks one does not compile. */
export type ErrorTexts = {
  errors: Record<ErrorName, string>
  problems: Record<keyof typeof problems, string>
  /** The types of JSON, where a problem names them. */
  types: Record<string, string>
  files: FileTexts
}

export const english: ErrorTexts = { errors, problems, types: {}, files: englishFiles }
