#!/usr/bin/env bash
# Of four readers of Atom feeds only feedparser resolves relative links by `xml:base`.
#
# Guess: a link comes out absolute, as RFC 4287 asks for, and it is the first of the alternate links.
# Seen: rss-parser 3.13.0 returns the relative text of the last link without a look at `hreflang`; feedsmith 3.0.1
#   returns the relative texts and both bases; @extractus/feed-extractor 8.0.3 returns an empty link, though the id is
#   there. feedparser 2.6.0 resolves the link, but it is the last one as well.
# So: a feed that shall be read by all has absolute links only, and one link an entry.
. "$(dirname "$0")/trial.bash"
npm_packages rss-parser@3.13.0 feedsmith@3.0.1 feedparser@2.6.0 @extractus/feed-extractor@8.0.3
cat >run.mjs <<'END'
import { extractFromXml } from '@extractus/feed-extractor';
import { parseFeed } from 'feedsmith';
import FeedParser from 'feedparser';
import { Readable } from 'node:stream';
import RssParser from 'rss-parser';

const feed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.org/v1/">
<title>Changes</title><id>urn:example:feed</id><updated>2026-11-28T00:00:00Z</updated>
<author><name>Example</name></author>
<entry xml:base="companies/"><title>Example AG</title><id>urn:example:1</id><updated>2026-11-28T00:00:00Z</updated>
<link href="co_1"/><link rel="alternate" hreflang="de" href="co_1?lang=de"/><summary>New name</summary></entry>
</feed>`;
console.log('rss-parser', (await new RssParser().parseString(feed)).items[0].link);
const { links, xml } = parseFeed(feed).feed.entries[0];
console.log('feedsmith', links.map(({ href }) => href).join(' '), xml.base);
for await (const item of Readable.from([feed]).pipe(new FeedParser())) console.log('feedparser', item.link);
console.log('feed-extractor', JSON.stringify(extractFromXml(feed).entries[0].link));
END
expect node run.mjs <<'END'
rss-parser co_1?lang=de
feedsmith co_1 co_1?lang=de companies/
feedparser https://example.org/v1/companies/co_1?lang=de
feed-extractor ""
END
