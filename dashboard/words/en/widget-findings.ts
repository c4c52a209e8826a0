export const words = {
  page_read: ['The page responds.'],
  page_pasted: ['The HTML you pasted was checked. Its HTTP headers, such as a security policy, are unknown.'],
  page_status: [
    'The page responds with status {status}.',
    'Open it in a private window. Check the URL, and that the product is published.',
  ],
  page_password: [
    'The page asks for a password or blocks robots (status {status}).',
    'Paste the page’s HTML below, or allow the user agent “Realword widget check”.',
  ],
  page_redirect: ['The page redirects to {to}.', 'Check that address instead.'],
  page_type: ['This URL returns {type}, not a web page.', 'Enter the URL of a product page.'],
  page_large: [
    'The page is larger than 2 MB, so only its beginning was read.',
    'Check another page of the store, or reduce this one: it is slow for buyers too.',
  ],
  page_slow: [
    'The page took longer than 15 seconds.',
    'Try again later. If it stays slow, contact your hosting provider.',
  ],
  page_name: [
    'The address {host} does not exist.',
    'Check the spelling. A new domain may take a few hours to work.',
  ],
  page_private: [
    '{host} is only reachable from your own network, so Realword cannot open it.',
    'Paste the page’s HTML below instead. Or give the page a public address with a tunnel, such as “cloudflared tunnel --url” or “ngrok http”, and check that one.',
  ],
  page_port: [
    '{host} uses an unusual port, which Realword does not read.',
    'Check the store’s public URL, or paste the page’s HTML below.',
  ],
  page_unreachable: [
    'The server of the page cannot be reached ({detail}).',
    'Open the page in your browser. If it works there, a firewall may be blocking Realword.',
  ],
  page_certificate: [
    'The certificate of the page is not valid ({detail}).',
    'Browsers warn about it too. Ask your hosting provider to renew it.',
  ],
  page_unreadable: [
    'The server’s response cannot be read ({detail}).',
    'Contact your hosting provider: the response is not HTTP or uses an unusual compression.',
  ],
  script_found: ['The script is on the page.'],
  script_missing: [
    'The script is not on the page.',
    'Paste the first part of the code in the head of the page: {expected}',
  ],
  script_elsewhere: ['The script comes from another address: {found}', 'Use this one: {expected}'],
  script_classic: [
    'The script has no type="module", so browsers reject it.',
    'Write <script type="module" …>. It needs neither async nor defer: modules do not block the page.',
  ],
  script_insecure: [
    'The page is https and the script is http: browsers block it.',
    'The service needs an https address. Ask its operator to set PUBLIC_URL, then copy the code again.',
  ],
  script_integrity: [
    'The script’s integrity attribute is for another version, so browsers reject it.',
    'Remove the attribute, or set it to {expected}',
  ],
  script_blocked: [
    'The page’s security policy ({directive}) blocks the script.',
    'Add {expected} to {directive}.',
  ],
  script_twice: ['The script is on the page {count} times.', 'Keep one. The others only slow the page down.'],
  reads_blocked: [
    'The page’s security policy ({directive}) prevents the widgets from reading reviews.',
    'Add {expected} to connect-src.',
  ],
  types_blocked: [
    'The page requires Trusted Types and does not allow the widgets’ policy.',
    'Add lit-html to trusted-types.',
  ],
  pictures_blocked: [
    'The page’s security policy ({directive}) blocks the buyers’ pictures.',
    'Add {expected} to img-src.',
  ],
  frame_blocked: [
    'The page’s security policy ({directive}) blocks the question form.',
    'Add {expected} to frame-src.',
  ],
  store_right: ['Store ID and store key are correct.'],
  store_missing: ['A widget has no store ID.', 'Add data-store-id="{expected}".'],
  store_other: ['The code has the ID of another store: {found}', 'Use data-store-id="{expected}".'],
  key_missing: ['A widget has no store key.', 'Add data-store-key="{expected}".'],
  key_other: ['The code has the key of another store: {found}', 'Use data-store-key="{expected}".'],
  key_secret: [
    'Your secret API key ({found}) is on the page, where everyone can read it.',
    'Remove it and revoke it immediately under Settings, Connection. Pages need only the store key.',
  ],
  origin_any: ['Any page may show the reviews: the store has no allowed origins.'],
  origin_listed: ['The store allows {origin}.'],
  origin_refused: [
    'The store does not allow {origin}, so browsers block the reviews.',
    'Add {origin} under Settings, Connection.',
  ],
  widgets_found: ['On the page: {widgets}'],
  widgets_missing: [
    'The server’s response contains no widget.',
    'Paste the elements where they should appear. If a script adds them later, check by hand as described below.',
  ],
  product_missing: ['A {widget} has no product.', 'Add data-product-id or data-product-sku.'],
  product_both: [
    'A {widget} has data-product-id and data-product-sku, and so shows nothing.',
    'Keep one of them.',
  ],
  product_template: [
    'The product ID was not filled in: {products}',
    'The template variable is not available here. Use the one in the code for your platform.',
  ],
  product_is_sku: ['{products}: this is a SKU, not a product ID.', 'Use data-product-sku for it.'],
  sku_is_product: ['{products}: this is a product ID, not a SKU.', 'Use data-product-id for it.'],
  product_unknown: [
    'The store has no product {products}.',
    'Use the same IDs as in your orders and products. The product appears here with its first order.',
  ],
  product_unreviewed: ['{products}: no reviews yet. Stars appear with the first review.'],
  products_known: ['The store has the products: {products}'],
  attribute_unknown: ['{widget} has an unknown attribute: {attribute}', 'Use one of these: {expected}'],
  attribute_value: ['{attribute} of {widget} cannot be “{found}”.', 'Copy the element from the code again.'],
  structured_found: ['Search engines find the rating in the page’s structured data.'],
  structured_twice: [
    '{count} products on the page give search engines a rating, so they trust none.',
    'Keep one: turn off the ratings of the theme or of another app.',
  ],
  structured_broken: [
    'Structured data on the page is not valid JSON, so search engines ignore it.',
    'Ask the theme’s developer to correct it.',
  ],
  structured_missing: [
    'Search engines find no rating on this page.',
    'To show stars in search results, have the store’s server include /api/v1/structured-data.json in the page.',
  ],
  language_missing: [
    'The page does not declare its language, so the widgets use the visitor’s browser language.',
    'Declare it on the html element: <html lang="pt-BR">.',
  ],
  seen_later: [
    'Realword cannot see code that a script adds later (a tag manager, a store built in the browser).',
    'Check by hand: open the page in Chrome, press F12, choose Console, enter document.querySelectorAll("rw-rating, rw-reviews, rw-questions").length — it should not be 0 — and look for lines that begin with “Realword:”.',
  ],
} as const
