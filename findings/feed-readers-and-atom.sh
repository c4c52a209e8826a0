#!/usr/bin/env bash
# Feeds of reviews by six readers: Atom with a text in XHTML and a link relative to xml:base, behind the link of the entry to itself;
# RSS with an id and a title that look like numbers.
# Guess:   all keep the content in XHTML, take the link whose rel is "alternate", and resolve it with xml:base.
# Seen:    rss-parser 3.13.0 moves elements behind the text: "I do <b>not</b> recommend it" becomes "I do  recommend it<b>not</b>",
#          and a title in XHTML is an object. It, feedsmith 3.0.1 and htmlparser2 12.0.0 leave the link relative. htmlparser2 takes the
#          entry's link to itself, and so does @extractus/feed-extractor 8.0.3, which resolves it without xml:base. The latter has
#          neither title nor text in XHTML, and in RSS gives 12 for the id 0012, 4.5 for the title 4.50 and 1000 for the text 1E3.
#          feedparser 2.6.0 and @rowanmanning/feed-parser 2.1.5 are as guessed.
# Matters: a review says the opposite, without an error, and reviews with the ids 12 and 0012 become one. In a feed of your own, write
#          texts as type="html", whole addresses, and one link per entry. Try a reader with XHTML before it reads feeds of others.
set -euo pipefail
folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; cd "$folder"
npm install --silent --no-audit --no-fund rss-parser@3.13.0 feedparser@2.6.0 @extractus/feed-extractor@8.0.3 feedsmith@3.0.1 \
  @rowanmanning/feed-parser@2.1.5 htmlparser2@12.0.0
cat > run.mjs <<'JS'
import { extractFromXml } from '@extractus/feed-extractor'
import { parseFeed as parseByRowanmanning } from '@rowanmanning/feed-parser'
import { parseFeed as parseByFeedsmith } from 'feedsmith'
import { parseFeed as parseByHtmlparser2 } from 'htmlparser2'
import { createRequire } from 'node:module'
import { Readable } from 'node:stream'

const require = createRequire(import.meta.url)
const RssParser = require('rss-parser')
const FeedParser = require('feedparser')

const xhtml = text => `<div xmlns="http://www.w3.org/1999/xhtml">${text}</div>`
const atom = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://shop.example/reviews/">
<id>urn:feed</id><title>Reviews</title><updated>2026-11-01T00:00:00Z</updated><author><name>Shop</name></author>
<entry><id>urn:1</id><updated>2026-11-01T00:00:00Z</updated><link rel="self" href="1.atom"/><link rel="alternate" href="1.html"/>
<title type="xhtml">${xhtml('A <i>small</i> mug')}</title>
<content type="xhtml">${xhtml('I do <b>not</b> recommend it')}</content></entry></feed>`
const rss = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>Reviews</title><link>https://shop.example/</link><description>Reviews</description>
<item><guid isPermaLink="false">0012</guid><title>4.50</title><description>1E3</description></item></channel></rss>`

const url = 'https://shop.example/feed.xml'
const readers = {
  'rss-parser': async feed => {
    const [{ id, guid, title, link, content }] = (await new RssParser().parseString(feed)).items
    return { id: id ?? guid, title, link, text: content }
  },
  feedparser: feed => new Promise((resolve, reject) => {
    const parser = new FeedParser({ feedurl: url }).on('error', reject)
    parser.on('data', ({ guid, title, link, description }) => resolve({ id: guid, title, link, text: description }))
    Readable.from([feed]).pipe(parser)
  }),
  '@extractus/feed-extractor': feed => {
    const [{ id, title, link, description }] = extractFromXml(feed, { baseUrl: url }).entries
    return { id, title, link, text: description }
  },
  feedsmith: feed => {
    const { entries, items } = parseByFeedsmith(feed).feed
    if (items) return { id: items[0].guid.value, title: items[0].title, link: items[0].link, text: items[0].description }
    const [{ id, title, links, content }] = entries
    return { id, title: title.value, link: links.find(({ rel }) => rel === 'alternate').href, text: content.value }
  },
  '@rowanmanning/feed-parser': feed => {
    const [{ id, title, url: link, content, description }] = parseByRowanmanning(feed).items
    return { id, title, link, text: content ?? description }
  },
  htmlparser2: feed => {
    const [{ id, title, link, description }] = parseByHtmlparser2(feed).items
    return { id, title, link, text: description }
  },
}
for (const [format, feed] of Object.entries({ atom, rss })) {
  const found = {}
  for (const [name, read] of Object.entries(readers)) found[name] = await read(feed)
  for (const field of ['id', 'title', 'link', 'text']) {
    const byResult = new Map()
    for (const [name, review] of Object.entries(found)) {
      const value = review[field]
      const result = typeof value === 'object' && value ? 'an object' : (value || 'none').replace(/<\/?div[^>]*>/g, '')
      byResult.set(result, [...(byResult.get(result) ?? []), name])
    }
    console.log(`${format}, ${field}`)
    for (const [result, names] of byResult) console.log(`  ${result}: ${names.length === 6 ? 'all' : names.join(', ')}`)
  }
}
JS
diff - <(node run.mjs) <<'SEEN'
atom, id
  urn:1: all
atom, title
  an object: rss-parser
  A small mug: feedparser, @rowanmanning/feed-parser, htmlparser2
  none: @extractus/feed-extractor
  A <i>small</i> mug: feedsmith
atom, link
  1.html: rss-parser, feedsmith
  https://shop.example/reviews/1.html: feedparser, @rowanmanning/feed-parser
  https://shop.example/1.atom: @extractus/feed-extractor
  1.atom: htmlparser2
atom, text
  I do  recommend it<b>not</b>: rss-parser
  I do <b>not</b> recommend it: feedparser, feedsmith, @rowanmanning/feed-parser
  none: @extractus/feed-extractor
  I do not recommend it: htmlparser2
rss, id
  0012: rss-parser, feedparser, feedsmith, @rowanmanning/feed-parser, htmlparser2
  12: @extractus/feed-extractor
rss, title
  4.50: rss-parser, feedparser, feedsmith, @rowanmanning/feed-parser, htmlparser2
  4.5: @extractus/feed-extractor
rss, link
  none: all
rss, text
  1E3: rss-parser, feedparser, feedsmith, @rowanmanning/feed-parser, htmlparser2
  1000: @extractus/feed-extractor
SEEN
echo 'As seen with rss-parser 3.13.0, @extractus/feed-extractor 8.0.3, feedsmith 3.0.1, htmlparser2 12.0.0 and two others.'
