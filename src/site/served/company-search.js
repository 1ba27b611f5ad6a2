var z={AT:"Austria",BE:"Belgium",BG:"Bulgaria",CH:"Switzerland",CY:"Cyprus",CZ:"Czechia",DE:"Germany",DK:"Denmark",EE:"Estonia",ES:"Spain",FI:"Finland",FR:"France",GB:"United Kingdom",GR:"Greece",HR:"Croatia",HU:"Hungary",IE:"Ireland",IS:"Iceland",IT:"Italy",LI:"Liechtenstein",LT:"Lithuania",LU:"Luxembourg",LV:"Latvia",MD:"Moldova",MT:"Malta",NL:"Netherlands",NO:"Norway",PL:"Poland",PT:"Portugal",RO:"Romania",RS:"Serbia",SE:"Sweden",SI:"Slovenia",SK:"Slovakia",UA:"Ukraine"};var B=new Map(Object.entries(z)),Ee="^([A-Za-z]{2}|[Aa][Ll][Ll])$",Te=new RegExp(Ee),ke=new Map([["UK","GB"],["EL","GR"]]);function G(i){if(!Te.test(i))return;let e=i.toUpperCase();return e==="ALL"?"all":ke.get(e)??e}var Ae=/^[\x20-\x7e]*$/,Oe=/\p{White_Space}+/gu,_e=/^ | $/g,Re=/^[!-~]+(?: [!-~]+)*$/;function U(i){return Re.test(i)?i:i.normalize("NFC").replace(Oe," ").replace(_e,"")}var Ie=/['.`]/g,Le=/[^a-z0-9]+/g;function K(i){return i.toLowerCase().replace(Ie,"").replace(Le," ").trim()}function X(i){return Ae.test(i)}function T(i){let e=i.normalize("NFD").replace(/\p{M}+/gu,"");return X(e)?K(e):void 0}function V(i){return G(i)??i.toUpperCase()}var Me=/^co_[0-9a-hjkmnp-tv-z]{26}$/;function S(i){return typeof i=="string"&&Me.test(i)}function Y(i,e){for(let t of e.filter(n=>Object.hasOwn(i,n))){let n=Reflect.get(i,t);Reflect.deleteProperty(i,t),Reflect.set(i,t,n)}}var Pe=[...B.keys()],k={label:"Company",country:"Country",allCountries:"All countries",hint:"At least 3 characters of a name or business ID",searching:"Searching…",one:"1 company found",many:"{n} companies found",more:"The first {n} companies. Type more to narrow the list.",none:"No company found. The search compares the beginning of names and business IDs.",waiting:"Too many searches at once. The next one is sent in {n} s.",failed:"The search service cannot be reached.",retry:"Try again",required:"Choose a company.",unknown:"No company has this ID.",unfinished:"Choose a company from the list.",in_liquidation:"In liquidation",insolvent:"Insolvent",closed:"Closed",filled:"Filled in: {fields}",unfilled:"The form could not be filled in.","field-name":"name","field-number":"registry number","field-vat":"VAT number","field-street":"street","field-postal-code":"postal code","field-locality":"town","field-country":"country"},x={...k};function C(i,e){return i.replace("{n}",String(e))}function b(i,e){try{return new Intl.DisplayNames([e,"en"],{type:"region"}).of(i)??i}catch{return i}}function Z(i){let e=Pe.map(t=>[t,b(t,i)]);return e.sort(([,t],[,n])=>t.localeCompare(n)),e}var E=["name","number","vat","street","postal-code","locality","country"],De=new Map([["organization","name"],["street-address","street"],["address-line1","street"],["postal-code","postal-code"],["address-level2","locality"],["country","country"],["country-name","country"]]);function te(i,e,t){let n=i.closest("fieldset"),r=n===null?[]:Q(J(n.elements,t));return r.length>0?r:Q(J(e.elements,t))}function J(i,e){return[...i].filter(Ue).flatMap(t=>Ne(t,e)??[])}function Q(i){return E.flatMap(e=>{let t=i.filter(({field:s})=>s===e),n=Math.min(...t.map(s=>s.rank)),r=t.filter(s=>s.rank===n);return r.filter(({section:s})=>s===r[0]?.section).map(({control:s,field:o})=>[s,o])})}function Ne(i,e){let t=i.dataset.fill;if(t!==void 0)return ee(t)?{control:i,field:t,rank:0,section:""}:void 0;let{name:n}=i;if(ee(n)&&e.includes(n))return{control:i,field:n,rank:1,section:""};let r=ne(i),s=De.get(r.pop()??"");if(!(s===void 0||!e.includes(s)))return{control:i,field:s,rank:2,section:r.join(" ")}}function ne(i){return(i.getAttribute("autocomplete")??"").toLowerCase().trim().split(/\s+/)}function ee(i){return E.includes(i)}var Fe=/^(?:button|checkbox|color|file|image|password|radio|range|reset|submit)$/;function Ue(i){return/^(?:input|textarea|select)$/.test(i.localName)&&!Fe.test(i.type)}function ie(i,e){let{name:t,country_code:n,identifiers:r=[]}=i,s=(...c)=>c.flatMap(u=>r.find(p=>p.scheme===u)?.value??[])[0],o=e?.address??{},l=r.find(({country_scope:c})=>c!==void 0)?.country_scope,a={name:t,number:s("national_registry_number"),vat:s("eu_vat_number","vat_number"),street:He(o),"postal-code":o.postal_code,locality:o.locality,country:o.country_code??n??l?.slice(0,2)};return new Map(E.flatMap(c=>{let u=a[c];return typeof u=="string"&&u!==""?[[c,u]]:[]}))}function He({street:i,lines:e,text:t,postal_code:n,locality:r}){return i??e?.join(`
`)??(n===void 0&&r===void 0?t:void 0)}function re(i,e,t,n){let r=e==="country"?b(t,n):t;if(i.localName==="select"){let s=e==="country"?b(t,"en"):t,o=new Set([t,r,s].map(a=>a.toLowerCase()));return[...i.options].find(a=>[a.value,a.text].some(c=>o.has(c.toLowerCase())))?.value}return i.localName==="textarea"?t:ne(i).includes("country-name")?r:t.replaceAll(`
`,", ")}var A=class{#t;#e;#n=new Set;#i;#r=new AbortController;constructor(e,t,n){this.#t=e,this.#e=t,this.#i=n}get state(){return Object.fromEntries([...this.#n].map(e=>[e,!0]))}set state(e){this.#n=new Set(Object.keys(e??{}))}cancel(){this.#r.abort()}async fill(e,t){this.cancel(),this.#r=new AbortController;let{signal:n}=this.#r;if(this.#s().length!==0)try{let{company:r,details:s}=await this.#e.companyWithDetails(e,n),o=n.aborted?void 0:await this.#o(ie(r,s),t);n.aborted||this.#i(o)}catch{n.aborted||this.#i(void 0)}}async#o(e,t){let n=new Set,r=new Set;for(let[s,o]of this.#s()){if(!this.#c(s,o))continue;let l=e.get(o),a=l===void 0?void 0:re(s,o,l,t);a===void 0&&!this.#d(s,o)||(je(s,a),await Promise.resolve(),a!==void 0&&(r.add(se(s,o)),n.add(o)))}return this.#n=r,[...n]}#s(){let{form:e}=this.#t,t=this.#t.getAttribute("fill")?.trim(),n=t===""?E:t?.split(/\s+/)??[];return e===null?[]:te(this.#t,e,n)}#c(e,t){return this.#t.hasAttribute("overwrite")||e.value===""||this.#d(e,t)?!0:e.localName==="select"&&qe(e)}#d(e,t){return this.#n.has(se(e,t))}};function se({value:i},e){return`${e}
${i}`}function oe({options:i}){return Math.max(0,[...i].findIndex(({defaultSelected:e})=>e))}function qe(i){return i.selectedIndex===oe(i)}function je(i,e){let n=i.localName==="select"&&e===void 0?"selectedIndex":"value",r=n==="value"?e??"":oe(i);Reflect.set(Object.getPrototypeOf(i),n,r,i);for(let s of["input","change"])i.dispatchEvent(new Event(s,{bubbles:!0,composed:!0}))}var ae={cs:()=>import("./company-search.cs.js"),da:()=>import("./company-search.da.js"),de:()=>import("./company-search.de.js"),es:()=>import("./company-search.es.js"),et:()=>import("./company-search.et.js"),fi:()=>import("./company-search.fi.js"),fr:()=>import("./company-search.fr.js"),it:()=>import("./company-search.it.js"),nb:()=>import("./company-search.nb.js"),nl:()=>import("./company-search.nl.js"),pl:()=>import("./company-search.pl.js"),sv:()=>import("./company-search.sv.js")},O=new Map;function le(i){for(let e=i;e!==void 0;e=e.getRootNode().host){let t=e.closest("[lang]")?.getAttribute("lang");if(t!=null)return t}return"en"}async function ce(i){let e=de(i);if(O.has(e)||!Object.hasOwn(ae,e))return!1;try{let t=await ae[e]?.();return t===void 0||O.has(e)?!1:(O.set(e,t.default),!0)}catch{return!1}}function m(i,e){return x[e]!==k[e]?x[e]:O.get(de(i))?.[e]??k[e]}function de(i){return i.toLowerCase().replace(/[-_].*/,"").replace(/^n[no]$/,"nb")}var h=class extends Error{name="OpenFirmaError";code;status;title;detail;type;requestId;retryable;retryAfterSeconds;problem;constructor(e,t,n=`${e.title}: ${e.detail}`){super(n),this.code=e.code,this.status=e.status,this.title=e.title,this.detail=e.detail,this.type=e.type,this.requestId=e.request_id,this.retryable=e.retryable,this.retryAfterSeconds=t,this.problem=e}},_=class extends h{name="OpenFirmaCursorError";companiesGiven;constructor(e,t){super(e,void 0,`Cannot get the page after ${t} companies: ${e.detail}`),this.companiesGiven=t}},R=class extends Error{name="OpenFirmaNetworkError";url;constructor(e,t){super(`Cannot get "${e}": ${$e(t)}`,{cause:t}),this.url=e}};function $e(i){return i instanceof Error?i.cause instanceof Error&&i.cause.message||i.message:String(i)}var y=class extends Error{name="OpenFirmaAnswerError";url;status;excerpt;retryAfterSeconds;constructor(e,t,n,r){let s=n.slice(0,200);super(`The response of "${e}" is not one of the API: status ${t}, body ${JSON.stringify(s)}`),this.url=e,this.status=t,this.excerpt=s,this.retryAfterSeconds=r}};var ue=1e3,he=16*1024*1024,We=2**31-1,I=class{#t;#e=0;constructor(e){this.#t=e}async get(e,t,n){let{maxRetries:r,maxWaitSeconds:s,onWait:o}=this.#t,l=s*1e3;for(let a=1;;a++){let{response:c,text:u}=await this.#n(e,n),p=Ge(u);if(c.ok&&t(p))return p;let f=Ke(e,c,u,p),g=this.#i(c.status,f.retryAfterSeconds);if(g===void 0||g>l||a>r)throw f;l-=g,o?.({seconds:g/1e3,attempt:a,error:f}),await this.#r(g,c.status===429,n)}}async#n(e,t){let{fetch:n}=this.#t;t?.throwIfAborted();try{let r={accept:"application/json, application/problem+json"},s=await n(e,t===void 0?{headers:r}:{headers:r,signal:t});return{response:s,text:await ze(s)}}catch(r){throw t?.throwIfAborted(),new R(e,r)}}#i(e,t){if(e!==429&&e!==503||t===void 0)return;let n=t*1e3;return e===503?n:Math.max(n,this.#e+ue-Date.now())}async#r(e,t,n){t&&(this.#e=Date.now()+e);try{await Be(e,n)}catch(r){throw t&&(this.#e-=ue),r}}};async function ze({body:i}){let e="",t=0,n=new TextDecoder,r=i?.getReader();for(let s=await r?.read();s?.value!==void 0;s=await r?.read()){if(t+=s.value.length,t>he)throw await r?.cancel(),new Error(`the response is longer than ${he} bytes`);e+=n.decode(s.value,{stream:!0})}return e+n.decode()}function Be(i,e){return new Promise((t,n)=>{let r=()=>{clearTimeout(s),e?.removeEventListener("abort",r),e?.aborted===!0?n(e.reason):t()},s=setTimeout(r,Math.min(i,We));e?.addEventListener("abort",r),e?.aborted===!0&&r()})}function Ge(i){try{return JSON.parse(i)}catch{return}}function Ke(i,{ok:e,status:t,headers:n},r,s){let o=Ve(n.get("retry-after"));return!e&&Xe(s)?new h(s,o):new y(i,t,r,o)}function Xe(i){let{code:e,title:t,detail:n,request_id:r}=i??{};return[e,t,n,r].every(s=>typeof s=="string")}function Ve(i){if(i===null)return;let e=/^\d+$/.test(i)?Number(i):(Date.parse(i)-Date.now())/1e3;return Number.isNaN(e)?void 0:Math.max(0,e)}var Ye=25,v=class{#t;#e;constructor({baseUrl:e,fetch:t,maxRetries:n=5,maxWaitSeconds:r=60,onWait:s}){if(!URL.canParse(e)||!/^https?:[^?#]+$/i.test(e))throw new TypeError(`"baseUrl" must be an http or https address without query and fragment, got "${e}"`);this.#t=e.replace(/\/+$/,""),this.#e=new I({fetch:t??((o,l)=>globalThis.fetch(o,l)),maxRetries:n,maxWaitSeconds:r,onWait:s})}async search(e){return await this.#i("/v1/search",pe(e),H("list"),e.signal)}async searchWithDetails(e){return await this.#i("/details/v1/search",pe(e),H("list"),e.signal)}async*companies(e){for await(let t of this.pages(e))yield*t.data}async*pages({max:e=1/0,limit:t=Ye,...n}){let r=0,s;for(;r<e;){let o=await this.#n({...n,limit:Math.min(t,e-r),cursor:s},r);if(yield o,r+=o.data.length,o.next_cursor===null)return;s=o.next_cursor}}async#n(e,t){let{cursor:n}=e;try{let r=await this.search(e);if(r.next_cursor===null||r.next_cursor!==n)return r;throw new y(this.#t,200,`the next_cursor that was sent: ${r.next_cursor}`)}catch(r){throw n!==void 0&&r instanceof h&&r.code==="invalid_request"?new _(r.problem,t):r}}async company(e,{signal:t}={}){return await this.#i(`/v1/companies/${encodeURIComponent(e)}`,"",fe("company"),t)}async details(e,{signal:t}={}){let n=`/details/v1/companies/${encodeURIComponent(e)}`;return await this.#i(n,"",fe("company_details"),t)}async officers(e,{signal:t}={}){let n=`/v1/companies/${encodeURIComponent(e)}/officers`;return await this.#i(n,"",H("company_officer_list"),t)}#i(e,t,n,r){return this.#e.get(this.#t+e+t,n,r)}};function pe({q:i,country:e,limit:t,cursor:n}){let r=new URLSearchParams;for(let[s,o]of Object.entries({q:i,country:e,limit:t,cursor:n}))o!==void 0&&r.set(s,String(o));return`?${r}`}function H(i){return e=>{let t=e??{};return t.object===i&&Array.isArray(t.data)}}function fe(i){return e=>(e??{}).data?.object===i}var Ze=3,me=25,Je=9e4,Qe=2,et=250,ye=900,tt=.3,nt=10,ge=new Set,L=class{#t;#e;#n;#i;#r=0;#o=0;#s=new AbortController;#c;constructor(e,t){this.#t=e,this.#e=t}cancel(){clearTimeout(this.#c),this.#s.abort(),this.#s=new AbortController}find(e,t,n=this.#d()){this.cancel();let r=U(e);if(Array.from(r).length<Ze){this.#e({kind:r===""?"idle":"short"});return}this.#e({kind:"searching",companies:this.#l(r,t)});let{signal:s}=this.#s;this.#c=setTimeout(()=>{this.#u(r,t,s)},n)}async company(e){this.cancel();let{signal:t}=this.#s;try{let n=await this.#p().company(e,{signal:q(t)});if(!M(n.data))throw new Error(`The response about "${e}" is not a company`);return{...n,attribution:w(n.attribution)}}catch(n){if(t.aborted)return;throw n}}async identifier(e){let{data:t}=await new v({baseUrl:this.#t(),maxRetries:0}).company(e),[n]=Array.isArray(t.identifiers)?t.identifiers:[];return we(n?.value)&&Se(n.country_scope)?n:void 0}async companyWithDetails(e,t){let n=this.#t(),r=new v({baseUrl:n,maxWaitSeconds:nt}),s={signal:q(t)},[{data:o},l]=await Promise.all([r.company(e,s),be(n,()=>r.details(e,s))]);return l===void 0?{company:o}:{company:o,details:l.data}}#d(){let e=performance.now(),t=Math.min(e-this.#o,ye);return this.#o=e,this.#r+=(t-this.#r)*tt,Math.min(ye,Math.max(et,this.#r*Qe))}#l(e,t){let n=this.#i;return n?.country!==t||n.baseUrl!==this.#t()?[]:n.companies.filter(({name:r=""})=>r.toLowerCase().startsWith(e.toLowerCase()))}async#u(e,t,n){try{let r=this.#t(),o=this.#i!==void 0&&it(this.#i,{baseUrl:r,country:t,query:e})?this.#i:await this.#h(r,e,t,n);if(n.aborted||o===void 0)return;this.#i=o;let{companies:l,hasMore:a,attribution:c}=o;this.#e({kind:"found",companies:l,hasMore:a,attribution:c})}catch(r){n.aborted||this.#e({kind:"failed",error:r})}}async#h(e,t,n,r){let s=this.#p(),o={q:t,country:n,limit:me,signal:q(r)},l=await be(e,()=>s.searchWithDetails(o))??await s.search(o),a=l.data.slice(0,me).filter(u=>M(u)),c=l.next_cursor!==null;return{baseUrl:e,country:n,query:t,companies:a,hasMore:c,attribution:w(l.attribution)}}#p(){let e=this.#t();if(this.#n?.baseUrl!==e){let t=({seconds:n})=>this.#e({kind:"waiting",seconds:n});this.#n={baseUrl:e,api:new v({baseUrl:e,onWait:t})}}return this.#n.api}};async function be(i,e){if(!ge.has(i))try{return await e()}catch(t){if(!(t instanceof h||t instanceof y)||t.status!==404)throw t;ge.add(i);return}}function it(i,{baseUrl:e,country:t,query:n}){if(i.baseUrl!==e||i.country!==t)return!1;if(i.query===n)return!0;let r=T(n);return r===void 0||i.hasMore||!n.startsWith(i.query)||T(i.query)===""?!1:i.companies.every(({name:s=""})=>T(s)?.startsWith(r))}function q(i){return AbortSignal.any([i,AbortSignal.timeout(Je)])}var ve=4e3;function we(i){return typeof i=="string"&&i.length<=ve}function Se(i){return i===void 0||we(i)}function M(i){let e=i??{},{name:t,country_code:n,legal_form:r,company_status:s}=e,o=[t,n,r,s,e.number?.value,e.country,e.state,e.locality];return S(e.id)&&o.every(Se)}function w(i){return typeof i=="string"?i.slice(0,ve):""}var P=class{input=d("input",{id:"input",part:"input",type:"text",role:"combobox",maxlength:"64",autocomplete:"off",autocapitalize:"none",spellcheck:"false",enterkeyhint:"search",dir:"auto","aria-autocomplete":"list","aria-expanded":"false","aria-controls":"list","aria-describedby":"note"});list=d("ul",{id:"list",part:"list",role:"listbox",hidden:""});popup=d("div",{class:"popup",part:"popup",hidden:""},this.list);anchor=d("span",{class:"anchor",tabindex:"-1"});#t;#e=[];#n=-1;constructor(e){this.#t=e,this.input.addEventListener("input",()=>e.onInput()),this.input.addEventListener("keydown",t=>this.#s(t)),this.list.addEventListener("mousedown",t=>t.preventDefault()),this.list.addEventListener("click",t=>this.#r(this.#i(t))),this.list.addEventListener("mouseover",t=>e.onHighlight(this.#e[this.#i(t)])),this.anchor.addEventListener("focus",()=>this.input.focus());for(let t of[this.input,this.popup])t.addEventListener("focusout",n=>{let r=n.relatedTarget;r!==this.input&&!this.popup.contains(r)&&e.onLeave()})}show(e,t){let n=this.#e[this.#n]?.id;this.#e=e;let r=e.map((s,o)=>d("li",{id:`option-${o}`,part:"option",role:"option","aria-selected":"false"},d("bdi",{part:"name"},s.name??s.id),d("small",{part:"details"},t(s))));this.list.replaceChildren(...r),this.list.hidden=e.length===0,this.#o(e.findIndex(({id:s})=>s===n))}showDetails(e,t){let r=this.list.children[this.#e.findIndex(s=>s.id===e)]?.querySelector("small");r&&(r.textContent=t)}open(e){this.popup.hidden=!e,this.anchor.hidden=e,e||this.#o(-1),this.input.setAttribute("aria-expanded",String(e&&this.#e.length>0))}#i({target:e}){let t=e.closest("li");return t===null?-1:[...this.list.children].indexOf(t)}#r(e){let t=this.#e[e];t!==void 0&&this.#t.onChoose(t)}#o(e){this.#n=e,this.input.removeAttribute("aria-activedescendant");for(let[t,n]of[...this.list.children].entries())n.setAttribute("aria-selected",String(t===e)),n.part.toggle("option-active",t===e),t===e&&(this.input.setAttribute("aria-activedescendant",n.id),n.scrollIntoView({block:"nearest"}));this.#t.onHighlight(this.#e[e])}#s(e){e.isComposing||e.ctrlKey||e.metaKey||e.shiftKey||this.#c(e)&&e.preventDefault()}#c({key:e,altKey:t}){let n=!this.popup.hidden;switch(e){case"ArrowDown":case"ArrowUp":return this.#l(e==="ArrowDown"?1:-1,t,n),!0;case"Enter":return n&&this.#n>=0?this.#r(this.#n):this.#t.onSubmit(),!0;case"Escape":if(n)this.open(!1);else{if(this.input.value==="")return!1;this.#d()}return!0;case"Tab":return n&&this.#r(this.#n),!1;case"Home":case"End":case"ArrowLeft":case"ArrowRight":return this.#o(-1),!1;default:return!1}}#d(){this.input.value="",this.#t.onInput()}#l(e,t,n){let r=this.#e.length;if(t&&e<0)return this.open(!1);if(!n&&r>0&&this.open(!0),!n&&r===0&&this.#t.onOpen(),t)return;let s=this.#n<0&&e<0?0:this.#n;r>0&&this.#o((s+e+r)%r)}};function d(i,e,...t){let n=document.createElement(i);for(let[r,s]of Object.entries(e))n.setAttribute(r,s);return n.append(...t),n}var D=class{#t;#e;#n=new Map;#i=[];#r;constructor(e,t){this.#t=e,this.#e=t}list(e){let t=e.filter(({number:s})=>s===void 0),n=t.map(({name:s,country_code:o,legal_form:l,company_status:a})=>[s,o,l,a].join(`
`).toLowerCase()),r=t.filter((s,o)=>n.indexOf(n[o]??"")!==n.lastIndexOf(n[o]??""));this.#i=r.map(({id:s})=>s)}of(e){return this.#n.get(e)}highlight(e){clearTimeout(this.#r),!(e===void 0||!this.#i.includes(e.id)||this.#n.has(e.id))&&(this.#r=setTimeout(()=>{this.#o(e).catch(()=>this.#n.delete(e.id))},150))}async#o(e){this.#n.size>=500&&this.#n.clear(),this.#n.set(e.id,void 0);let t=await this.#t(e.id),n={value:t?.value??e.id,country:t?.country_scope?.slice(0,2)};this.#n.set(e.id,n),this.#e(e,n)}};function j(i,e,t){let{number:n,country:r,country_code:s,state:o,locality:l}=i,a=r??s??t?.country,c=a&&b(a,e);return([n,r,o,l].some(f=>f!==void 0)?[rt(o,e),c,n?.value,l]:[c,i.legal_form,i.company_status,t?.value]).filter(f=>f!==void 0).join(" · ")}function rt(i,e){return i==="in_liquidation"||i==="insolvent"||i==="closed"?m(e,i):void 0}var $="all",N=class{country=d("select",{id:"country",part:"country"});#t=d("label",{for:"input",part:"label"});#e=d("label",{for:"country",part:"label"});#n=d("div",{class:"country"},this.#e,this.country);#i=d("button",{type:"button",part:"retry"});#r=d("p",{class:"notice",part:"notice",hidden:""});#o=d("p",{part:"attribution",hidden:""});#s=d("p",{id:"note",class:"note",part:"note"});#c=d("div",{class:"status",role:"status"});#d;#l;lookup;#u;#h;#p=!1;#y="en";#b="";#g;constructor(e,t){this.#d=t,this.lookup=new L(t.baseUrl,a=>this.#C(a)),this.#u=new D(a=>this.lookup.identifier(a),(a,c)=>{this.#l.showDetails(a.id,j(a,this.#y,c)),this.isOpen&&this.#m(c.value)}),this.#l=new P({onInput:()=>this.#S(),onOpen:()=>this.find(),onChoose:a=>this.#x(a),onHighlight:a=>this.#u.highlight(a),onSubmit:t.onSubmit,onLeave:()=>this.close()});let{input:n,anchor:r,popup:s}=this.#l;s.append(this.#r,this.#o);let o=d("div",{class:"field"},n,r,s),l=d("div",{class:"search"},this.#t,o);e.append(d("div",{class:"row"},l,this.#n),this.#s,this.#c),this.#i.addEventListener("click",()=>{n.focus(),this.find()}),this.country.addEventListener("change",()=>this.find()),this.country.addEventListener("focusout",({relatedTarget:a})=>{a!==n&&this.close()}),this.#f("")}get input(){return this.#l.input}get anchor(){return this.#l.anchor}get isOpen(){return!this.#l.popup.hidden}get company(){return this.#h}get attribution(){return this.#o.textContent??""}describe({label:e,name:t,placeholder:n,isRequired:r,country:s,hasCountryPicker:o,language:l}){let{input:a,list:c}=this.#l;this.#y=l,this.#s.textContent===this.#b&&(this.#s.textContent=this.#a("hint")),this.#b=this.#a("hint"),this.#t.textContent=e,this.#t.hidden=e===null,a.ariaLabel=e===null?t:null,c.ariaLabel=t,a.placeholder=n,a.ariaRequired=String(r);let u=o?[[$,this.#a("allCountries")],...Z(l)]:[[s??$,""]],p=this.country.value;this.country.replaceChildren(...u.map(([f,g])=>d("option",{value:f},g))),this.country.value=o&&p!==""?p:s??$,this.#e.textContent=this.#a("country"),this.#e.hidden=e===null,this.country.ariaLabel=e===null?this.#a("country"):null,this.#n.hidden=!o}showCompany(e,t){this.showText(e.name??e.id),this.#h=e,this.#o.textContent=t,this.#s.textContent=t}showText(e){this.#h=void 0,this.input.value=e,this.close(),this.#f("")}async showId(e){this.showText(e);try{let t=await this.lookup.company(e);return t===void 0?void 0:(this.showCompany(t.data,t.attribution),!0)}catch(t){return this.#s.textContent=this.#w(t),t instanceof h&&!t.retryable?!1:void 0}}showFault(e){this.#s.textContent!==e&&(this.isOpen?this.#f(e):this.#m(e),this.#s.textContent=e,this.#s.classList.add("fault"))}announceFilled(e){let t=e?.map(n=>this.#a(`field-${n}`)).join(", ");t===void 0?this.#m(this.#a("unfilled")):t!==""&&this.#m(this.#a("filled").replace("{fields}",()=>t))}find(){this.#h===void 0&&this.lookup.find(this.input.value,this.country.value,0)}close(){this.lookup.cancel(),clearInterval(this.#g),this.#p&&this.#l.show([],()=>""),this.#p=!1,this.#l.open(!1)}#S(){let e=this.#h;this.#h=void 0,this.lookup.find(this.input.value,this.country.value),e===void 0?this.#d.onInput():this.#d.onChange(void 0)}#x(e){this.showCompany(e,this.attribution),this.#d.onChange(e)}#C(e){clearInterval(this.#g);let t=e.kind==="found";this.#p=e.kind==="searching"||e.kind==="waiting";let n=t||e.kind==="searching"?e.companies:[];this.#u.list(n),this.#l.show(n,s=>j(s,this.#y,this.#u.of(s.id))),t&&(this.#o.textContent=e.attribution),this.#o.hidden=n.length===0,this.#r.classList.toggle("busy",e.kind==="searching"),this.#E(e);let{activeElement:r}=this.input.getRootNode();this.#l.open(e.kind!=="idle"&&e.kind!=="short"&&r!==null)}#E(e){switch(e.kind){case"idle":return this.#f("");case"short":return this.#f("",this.#a("hint"));case"searching":return this.#v(e.companies.length===0?this.#a("searching"):"");case"found":return this.#T(e.companies.length,e.hasMore);case"waiting":return this.#k(Math.ceil(e.seconds));case"failed":this.#f(this.#w(e.error)),this.#i.textContent=this.#a("retry"),this.#r.append(this.#i)}}#T(e,t){e===0?this.#f(this.#a("none")):t?this.#f(C(this.#a("more"),e)):this.#f("",e===1?this.#a("one"):C(this.#a("many"),e))}#k(e){this.#f(C(this.#a("waiting"),e));let t=e;this.#g=setInterval(()=>{this.#v(--t>0?C(this.#a("waiting"),t):this.#a("searching")),t<=0&&clearInterval(this.#g)},1e3)}#f(e,t=e){this.#v(e),this.#m(t),this.#s.textContent=this.#b,this.#s.classList.remove("fault")}#m(e){let t=e===this.#c.textContent&&e!=="";this.#c.textContent=t?`${e} `:e}#v(e){this.#r.textContent=e,this.#r.hidden=e===""}#w(e){return e instanceof h&&!e.retryable?w(e.detail):(e instanceof TypeError&&reportError(e),this.#a("failed"))}#a(e){return m(this.#y,e)}};var xe=`/* Colours come from the page: from its \`color-scheme\`, or from the custom properties that it sets. */
:host {
  --_ink: var(--company-search-ink, CanvasText);
  --_ground: var(--company-search-ground, Canvas);
  --_quiet: var(--company-search-quiet, color-mix(in srgb, CanvasText 70%, Canvas));
  --_line: var(--company-search-line, color-mix(in srgb, CanvasText 50%, Canvas));
  --_accent: var(--company-search-accent, light-dark(#0b5a73, #7cc7dd));
  --_chosen: var(--company-search-accent-ground, color-mix(in srgb, var(--_accent) 14%, var(--_ground)));
  --_warn: var(--company-search-warn, light-dark(#8a3b12, #f0b48c));
  --_radius: var(--company-search-radius, 0.5rem);
  display: block;
  color: var(--_ink);
  text-align: start;
}
:host([hidden]),
[hidden] {
  display: none !important;
}
* {
  box-sizing: border-box;
}
.row {
  display: flex;
  flex-wrap: wrap;
  align-items: end;
  gap: 0.75rem;
}
.row > * {
  min-inline-size: 0;
}
.search {
  flex: 999 1 18rem;
}
.field {
  position: relative;
}
.anchor {
  position: absolute;
  inset: 0;
  pointer-events: none;
  outline: none;
}
.country {
  flex: 1 1 12rem;
}
label {
  display: block;
  /* More than the outline of the focused field takes. */
  margin-block-end: 0.4rem;
  color: var(--_quiet);
  font-size: 0.9em;
}
/* Below a label of the page. */
label[hidden] + .field {
  margin-block-start: 0.4rem;
}
input,
select,
button {
  font: inherit;
  color: inherit;
  background: var(--_ground);
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  padding: 0.55em 0.8em;
}
input,
select {
  inline-size: 100%;
  block-size: 2.9em;
  margin: 0;
  text-overflow: ellipsis;
}
input::placeholder {
  color: var(--_quiet);
  opacity: 1;
}
:disabled {
  opacity: 0.6;
}
:focus-visible {
  outline: 3px solid var(--_accent);
  outline-offset: 1px;
}
:host(:state(invalid)) input {
  border-color: var(--_warn);
}
.popup {
  position: absolute;
  z-index: 10;
  inset-inline: 0;
  inset-block-start: calc(100% + 0.35rem);
  background: var(--_ground);
  border: 1px solid var(--_line);
  border-radius: var(--_radius);
  box-shadow: 0 0.5rem 1.5rem rgb(0 0 0 / 18%);
  overflow: hidden;
}
ul {
  list-style: none;
  margin: 0;
  padding: 0.25rem;
  max-block-size: min(24rem, 50vh);
  overflow-y: auto;
  overscroll-behavior: contain;
}
li {
  padding: 0.45em 0.6em;
  border-radius: calc(var(--_radius) - 0.15rem);
  cursor: pointer;
  overflow-wrap: anywhere;
}
li:hover {
  background: color-mix(in srgb, var(--_chosen) 50%, var(--_ground));
}
li[aria-selected='true'] {
  background: var(--_chosen);
  box-shadow: inset 0 0 0 2px var(--_accent);
}
small {
  display: block;
  color: var(--_quiet);
  font-size: 0.85em;
}
small:empty::before {
  content: '\\a0';
}
p {
  margin: 0;
  color: var(--_quiet);
  font-size: 0.85em;
  line-height: 1.5;
}
.popup p {
  padding: 0.5em 0.85em;
}
ul:not([hidden]) ~ p {
  border-block-start: 1px solid color-mix(in srgb, var(--_line) 35%, var(--_ground));
}
.note {
  margin-block-start: 0.35rem;
  min-block-size: 1.5em;
}
.fault {
  color: var(--_warn);
}
button {
  margin-inline-start: 0.75em;
  padding: 0.2em 0.7em;
  color: var(--_accent);
  border-color: currentColor;
  cursor: pointer;
}
.status {
  position: absolute;
  inline-size: 1px;
  block-size: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
}
@media (prefers-reduced-motion: no-preference) {
  .busy {
    animation: breathe 1.4s ease-in-out infinite alternate;
  }
  @keyframes breathe {
    to {
      opacity: 0.5;
    }
  }
}
@media (forced-colors: active) {
  li[aria-selected='true'] {
    outline: 2px solid Highlight;
    outline-offset: -2px;
  }
}
`;var ot=globalThis.HTMLElement??Object,F,at=["baseUrl","country","disabled","name","required","value"],W=class extends ot{static formAssociated=!0;static observedAttributes=["aria-label","country","country-picker","label","lang","placeholder","required","value"];static texts=x;#t=this.attachInternals();#e;#n;#i="en";#r="";#o=!1;constructor(){super();let e=this.attachShadow({mode:"open",delegatesFocus:!0});F===void 0&&(F=new CSSStyleSheet,F.replaceSync(xe)),e.adoptedStyleSheets=[F],this.#e=new N(e,{baseUrl:()=>this.baseUrl,onInput:()=>this.#r===""?this.#h():this.#l(void 0),onChange:t=>this.#l(t),onSubmit:()=>this.form?.requestSubmit()}),this.#n=new A(this,this.#e.lookup,t=>{this.#u(),this.#e.announceFilled(t)}),this.addEventListener("invalid",t=>{this.#p(!0),this.#e.showFault(this.validationMessage),this.#e.isOpen&&t.preventDefault()})}get value(){return this.#e.company?.id??this.#r}set value(e){e!==""&&e===this.#e.company?.id||(this.#s(e),this.#e.showText(e),this.#u(),this.isConnected&&this.#d())}get company(){return this.#e.company}get query(){return this.#e.input.value}get country(){return this.#e.country.value}set country(e){this.setAttribute("country",e)}get baseUrl(){let e=this.getAttribute("base-url");return e!==null?new URL(e,document.baseURI).href:import.meta.apiBaseUrl??""}set baseUrl(e){this.setAttribute("base-url",e)}get required(){return this.hasAttribute("required")}set required(e){this.toggleAttribute("required",e)}get disabled(){return this.hasAttribute("disabled")}set disabled(e){this.toggleAttribute("disabled",e)}get name(){return this.getAttribute("name")??""}set name(e){this.setAttribute("name",e)}get form(){return this.#t.form}get validity(){return this.#t.validity}get validationMessage(){return this.#t.validationMessage}checkValidity(){return this.#t.checkValidity()}reportValidity(){return this.#t.reportValidity()}connectedCallback(){Y(this,at),this.#c(),this.#d();let e=this.querySelector("input");e===null||this.query!==""||(this.#e.input.value=e.value,e.value="",document.activeElement===e&&(this.#e.input.focus(),this.#e.find()))}disconnectedCallback(){this.#e.close(),this.#n.cancel()}attributeChangedCallback(e,t,n){e==="value"&&(this.value=n??""),this.isConnected&&this.#c()}formResetCallback(){this.#e.country.value="",this.#n.cancel(),this.#n.state={},this.#c(),this.value=this.getAttribute("value")??"",this.#p(!1)}formDisabledCallback(e){this.#e.input.disabled=e,this.#e.country.disabled=e,e&&this.#e.close()}formStateRestoreCallback(e){let{company:t,attribution:n,filled:r}=JSON.parse(e);M(t)&&(this.#n.state=r,this.#s(""),this.#e.showCompany(t,w(n)),this.#u())}#s(e){this.#r=e,this.#o=!1}#c(){this.#i=le(this),ce(this.#i).then(r=>r&&this.#c());let e=[...this.#t.labels].map(({textContent:r})=>r?.trim()),t=this.getAttribute("label"),n=this.getAttribute("country");this.#e.describe({label:t,name:t??this.getAttribute("aria-label")??(e.join(" ")||m(this.#i,"label")),placeholder:this.getAttribute("placeholder")??"",isRequired:this.required,country:n===null?null:V(n),hasCountryPicker:this.hasAttribute("country-picker"),language:this.#i}),this.#h()}async#d(){let e=this.#r;if(e==="")return;let t=S(e)&&await this.#e.showId(e);t===void 0||e!==this.#r||(this.#o=!t,this.#u())}#l(e){this.#s(""),this.#n.cancel(),this.#u(),e!==void 0&&this.dispatchEvent(new CustomEvent("company-selected",{detail:e,bubbles:!0,composed:!0})),this.dispatchEvent(new Event("change",{bubbles:!0})),e!==void 0&&this.#n.fill(e.id,this.#i)}#u(){let{company:e,attribution:t}=this.#e,n=e===void 0?null:JSON.stringify({company:e,attribution:t,filled:this.#n.state});this.#t.setFormValue(S(this.value)?this.value:null,n),this.#h()}#h(){let e=this.value==="",t=(n,r)=>this.#t.setValidity(n,r,this.#e.anchor);this.#o?t({badInput:!0},m(this.#i,"unknown")):e&&this.query.trim()!==""?t({badInput:!0},m(this.#i,"unfinished")):e&&this.required?t({valueMissing:!0},m(this.#i,"required")):t({}),this.validity.valid&&this.#p(!1)}#p(e){this.#e.input.ariaInvalid=String(e),e?this.#t.states.add("invalid"):this.#t.states.delete("invalid")}};globalThis.customElements?.get("company-search")===void 0&&globalThis.customElements?.define("company-search",W);export{W as CompanySearch};
