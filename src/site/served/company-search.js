var U={AT:"Austria",BE:"Belgium",BG:"Bulgaria",CH:"Switzerland",CY:"Cyprus",CZ:"Czechia",DE:"Germany",DK:"Denmark",EE:"Estonia",ES:"Spain",FI:"Finland",FR:"France",GB:"United Kingdom",GR:"Greece",HR:"Croatia",HU:"Hungary",IE:"Ireland",IS:"Iceland",IT:"Italy",LI:"Liechtenstein",LT:"Lithuania",LU:"Luxembourg",LV:"Latvia",MD:"Moldova",MT:"Malta",NL:"Netherlands",NO:"Norway",PL:"Poland",PT:"Portugal",RO:"Romania",RS:"Serbia",SE:"Sweden",SI:"Slovenia",SK:"Slovakia",UA:"Ukraine"};var F=new Map(Object.entries(U)),J="^([A-Za-z]{2}|[Aa][Ll][Ll])$",Q=new RegExp(J),tt=new Map([["UK","GB"],["EL","GR"]]);function q(r){if(!Q.test(r))return;let t=r.toUpperCase();return t==="ALL"?"all":tt.get(t)??t}var D={Α:"A",Β:"B",Ε:"E",Ζ:"Z",Η:"H",Ι:"I",Κ:"K",Μ:"M",Ν:"N",Ο:"O",Ρ:"P",Τ:"T",Υ:"Y",Χ:"X",А:"A",В:"B",Е:"E",К:"K",М:"M",Н:"H",О:"O",Р:"P",С:"C",Т:"T",У:"Y",Х:"X",І:"I",Ј:"J",Ѕ:"S"};var nt=/\p{White_Space}+/gu,it=/^ | $/g,rt=/^[!-~]+(?: [!-~]+)*$/;function L(r){return rt.test(r)?r:r.normalize("NFC").replace(nt," ").replace(it,"")}var kt=new Map(Object.entries(D));function H(r){return q(r)??r.toUpperCase()}var ot=/^co_[0-9a-hjkmnp-tv-z]{26}$/;function v(r){return typeof r=="string"&&ot.test(r)}var p=class extends Error{name="OpenFirmaError";code;status;title;detail;type;requestId;retryable;retryAfterSeconds;problem;constructor(t,e,n=`${t.title}: ${t.detail}`){super(n),this.code=t.code,this.status=t.status,this.title=t.title,this.detail=t.detail,this.type=t.type,this.requestId=t.request_id,this.retryable=t.retryable,this.retryAfterSeconds=e,this.problem=t}},x=class extends p{name="OpenFirmaCursorError";companiesGiven;constructor(t,e){super(t,void 0,`Cannot get the page after ${e} companies: ${t.detail}`),this.companiesGiven=e}},S=class extends Error{name="OpenFirmaNetworkError";url;constructor(t,e){super(`Cannot get "${t}": ${st(e)}`,{cause:e}),this.url=t}};function st(r){return r instanceof Error?r.cause instanceof Error&&r.cause.message||r.message:String(r)}var f=class extends Error{name="OpenFirmaAnswerError";url;status;excerpt;retryAfterSeconds;constructor(t,e,n,i){let o=n.slice(0,200);super(`The response of "${t}" is not one of the API: status ${e}, body ${JSON.stringify(o)}`),this.url=t,this.status=e,this.excerpt=o,this.retryAfterSeconds=i}};var $=1e3,z=16*1024*1024,at=2**31-1,E=class{#e;#t=0;constructor(t){this.#e=t}async get(t,e,n){let{maxRetries:i,maxWaitSeconds:o,onWait:s}=this.#e,d=o*1e3;for(let a=1;;a++){let{response:h,text:g}=await this.#n(t,n),b=dt(g);if(h.ok&&e(b))return b;let m=ut(t,h,g,b),u=this.#i(h.status,m.retryAfterSeconds);if(u===void 0||u>d||a>i)throw m;d-=u,s?.({seconds:u/1e3,attempt:a,error:m}),await this.#r(u,h.status===429,n)}}async#n(t,e){let{fetch:n}=this.#e;e?.throwIfAborted();try{let i={accept:"application/json, application/problem+json"},o=await n(t,e===void 0?{headers:i}:{headers:i,signal:e});return{response:o,text:await lt(o)}}catch(i){throw e?.throwIfAborted(),new S(t,i)}}#i(t,e){if(t!==429&&t!==503||e===void 0)return;let n=e*1e3;return t===503?n:Math.max(n,this.#t+$-Date.now())}async#r(t,e,n){e&&(this.#t=Date.now()+t);try{await ct(t,n)}catch(i){throw e&&(this.#t-=$),i}}};async function lt({body:r}){let t="",e=0,n=new TextDecoder,i=r?.getReader();for(let o=await i?.read();o?.value!==void 0;o=await i?.read()){if(e+=o.value.length,e>z)throw await i?.cancel(),new Error(`the response is longer than ${z} bytes`);t+=n.decode(o.value,{stream:!0})}return t+n.decode()}function ct(r,t){return new Promise((e,n)=>{let i=()=>{clearTimeout(o),t?.removeEventListener("abort",i),t?.aborted===!0?n(t.reason):e()},o=setTimeout(i,Math.min(r,at));t?.addEventListener("abort",i),t?.aborted===!0&&i()})}function dt(r){try{return JSON.parse(r)}catch{return}}function ut(r,{ok:t,status:e,headers:n},i,o){let s=pt(n.get("retry-after"));return!t&&ht(o)?new p(o,s):new f(r,e,i,s)}function ht(r){let{code:t,title:e,detail:n,request_id:i}=r??{};return[t,e,n,i].every(o=>typeof o=="string")}function pt(r){if(r===null)return;let t=/^\d+$/.test(r)?Number(r):(Date.parse(r)-Date.now())/1e3;return Number.isNaN(t)?void 0:Math.max(0,t)}var mt=25,w=class{#e;#t;constructor({baseUrl:t,fetch:e,maxRetries:n=5,maxWaitSeconds:i=60,onWait:o}){if(!URL.canParse(t)||!/^https?:[^?#]+$/i.test(t))throw new TypeError(`"baseUrl" must be an http or https address without query and fragment, got "${t}"`);this.#e=t.replace(/\/+$/,""),this.#t=new E({fetch:e??((s,d)=>globalThis.fetch(s,d)),maxRetries:n,maxWaitSeconds:i,onWait:o})}async search({q:t,country:e,limit:n,cursor:i,signal:o}){let s=new URLSearchParams;for(let[d,a]of Object.entries({q:t,country:e,limit:n,cursor:i}))a!==void 0&&s.set(d,String(a));return await this.#i("/v1/search",`?${s}`,B("list"),o)}async*companies(t){for await(let e of this.pages(t))yield*e.data}async*pages({max:t=1/0,limit:e=mt,...n}){let i=0,o;for(;i<t;){let s=await this.#n({...n,limit:Math.min(e,t-i),cursor:o},i);if(yield s,i+=s.data.length,s.next_cursor===null)return;o=s.next_cursor}}async#n(t,e){let{cursor:n}=t;try{let i=await this.search(t);if(i.next_cursor===null||i.next_cursor!==n)return i;throw new f(this.#e,200,`the next_cursor that was sent: ${i.next_cursor}`)}catch(i){throw n!==void 0&&i instanceof p&&i.code==="invalid_request"?new x(i.problem,e):i}}async company(t,{signal:e}={}){return await this.#i(`/v1/companies/${encodeURIComponent(t)}`,"",ft,e)}async officers(t,{signal:e}={}){let n=`/v1/companies/${encodeURIComponent(t)}/officers`;return await this.#i(n,"",B("company_officer_list"),e)}#i(t,e,n,i){return this.#t.get(this.#e+t+e,n,i)}};function B(r){return t=>{let e=t??{};return e.object===r&&Array.isArray(e.data)}}function ft(r){return(r??{}).data?.object==="company"}var yt=3,W=25,gt=9e4,bt=200,A=class{#e;#t;#n;#i;#r=new AbortController;#o;constructor(t,e){this.#e=t,this.#t=e}cancel(){clearTimeout(this.#o),this.#r.abort(),this.#r=new AbortController}find(t,e,n=bt){this.cancel();let i=L(t);if(Array.from(i).length<yt){this.#t({kind:i===""?"idle":"short"});return}this.#t({kind:"searching",companies:this.#s(i,e)});let{signal:o}=this.#r;this.#o=setTimeout(()=>{this.#c(i,e,o)},n)}async company(t){this.cancel();let{signal:e}=this.#r;try{let n=await this.#l().company(t,{signal:j(e)});if(!T(n.data))throw new Error(`The response about "${t}" is not a company`);return{...n,attribution:y(n.attribution)}}catch(n){if(e.aborted)return;throw n}}async identifier(t){let{data:e}=await new w({baseUrl:this.#e(),maxRetries:0}).company(t),[n]=Array.isArray(e.identifiers)?e.identifiers:[];return K(n?.value)&&X(n.country_scope)?n:void 0}#s(t,e){let n=this.#i;return n?.country!==e||n.baseUrl!==this.#e()?[]:n.companies.filter(({name:i=""})=>i.toLowerCase().startsWith(t.toLowerCase()))}async#c(t,e,n){try{let i=this.#e(),o=await this.#l().search({q:t,country:e,limit:W,signal:j(n)});if(n.aborted)return;let{next_cursor:s}=o,d=o.data.slice(0,W).filter(h=>T(h)),a=y(o.attribution);this.#i={baseUrl:i,country:e,companies:d},this.#t({kind:"found",companies:d,hasMore:s!==null,attribution:a})}catch(i){n.aborted||this.#t({kind:"failed",error:i})}}#l(){let t=this.#e();if(this.#n?.baseUrl!==t){let e=({seconds:n})=>this.#t({kind:"waiting",seconds:n});this.#n={baseUrl:t,api:new w({baseUrl:t,onWait:e})}}return this.#n.api}};function j(r){return AbortSignal.any([r,AbortSignal.timeout(gt)])}var G=4e3;function K(r){return typeof r=="string"&&r.length<=G}function X(r){return r===void 0||K(r)}function T(r){let t=r??{},e=[t.name,t.country_code,t.legal_form,t.company_status];return v(t.id)&&e.every(X)}function y(r){return typeof r=="string"?r.slice(0,G):""}var k=class{input=c("input",{id:"input",part:"input",type:"text",role:"combobox",maxlength:"64",autocomplete:"off",autocapitalize:"none",spellcheck:"false",enterkeyhint:"search",dir:"auto","aria-autocomplete":"list","aria-expanded":"false","aria-controls":"list","aria-describedby":"note"});list=c("ul",{id:"list",part:"list",role:"listbox",hidden:""});popup=c("div",{class:"popup",part:"popup",hidden:""},this.list);anchor=c("span",{class:"anchor",tabindex:"-1"});#e;#t=[];#n=-1;constructor(t){this.#e=t,this.input.addEventListener("input",()=>t.onInput()),this.input.addEventListener("keydown",e=>this.#s(e)),this.list.addEventListener("mousedown",e=>e.preventDefault()),this.list.addEventListener("click",e=>this.#r(this.#i(e))),this.list.addEventListener("mouseover",e=>t.onHighlight(this.#t[this.#i(e)])),this.anchor.addEventListener("focus",()=>this.input.focus());for(let e of[this.input,this.popup])e.addEventListener("focusout",n=>{let i=n.relatedTarget;i!==this.input&&!this.popup.contains(i)&&t.onLeave()})}show(t,e){let n=this.#t[this.#n]?.id;this.#t=t;let i=t.map((o,s)=>c("li",{id:`option-${s}`,part:"option",role:"option","aria-selected":"false"},c("bdi",{part:"name"},o.name??o.id),c("small",{part:"details"},e(o))));this.list.replaceChildren(...i),this.list.hidden=t.length===0,this.#o(t.findIndex(({id:o})=>o===n))}showDetails(t,e){let i=this.list.children[this.#t.findIndex(o=>o.id===t)]?.querySelector("small");i&&(i.textContent=e)}open(t){this.popup.hidden=!t,this.anchor.hidden=t,t||this.#o(-1),this.input.setAttribute("aria-expanded",String(t&&this.#t.length>0))}#i({target:t}){let e=t.closest("li");return e===null?-1:[...this.list.children].indexOf(e)}#r(t){let e=this.#t[t];e!==void 0&&this.#e.onChoose(e)}#o(t){this.#n=t,this.input.removeAttribute("aria-activedescendant");for(let[e,n]of[...this.list.children].entries())n.setAttribute("aria-selected",String(e===t)),n.part.toggle("option-active",e===t),e===t&&(this.input.setAttribute("aria-activedescendant",n.id),n.scrollIntoView({block:"nearest"}));this.#e.onHighlight(this.#t[t])}#s(t){t.isComposing||t.ctrlKey||t.metaKey||t.shiftKey||this.#c(t)&&t.preventDefault()}#c({key:t,altKey:e}){let n=!this.popup.hidden;switch(t){case"ArrowDown":case"ArrowUp":return this.#h(t==="ArrowDown"?1:-1,e,n),!0;case"Enter":return n&&this.#n>=0?this.#r(this.#n):this.#e.onSubmit(),!0;case"Escape":if(n)this.open(!1);else{if(this.input.value==="")return!1;this.#l()}return!0;case"Tab":return n&&this.#r(this.#n),!1;case"Home":case"End":case"ArrowLeft":case"ArrowRight":return this.#o(-1),!1;default:return!1}}#l(){this.input.value="",this.#e.onInput()}#h(t,e,n){let i=this.#t.length;if(e&&t<0)return this.open(!1);if(!n&&i>0&&this.open(!0),!n&&i===0&&this.#e.onOpen(),e)return;let o=this.#n<0&&t<0?0:this.#n;i>0&&this.#o((o+t+i)%i)}};function c(r,t,...e){let n=document.createElement(r);for(let[i,o]of Object.entries(t))n.setAttribute(i,o);return n.append(...e),n}var _=class{#e;#t;#n=new Map;#i=[];#r;constructor(t,e){this.#e=t,this.#t=e}list(t){let e=t.map(({name:i,country_code:o,legal_form:s,company_status:d})=>[i,o,s,d].join(`
`).toLowerCase()),n=t.filter((i,o)=>e.indexOf(e[o]??"")!==e.lastIndexOf(e[o]??""));this.#i=n.map(({id:i})=>i)}of(t){return this.#n.get(t)}highlight(t){clearTimeout(this.#r),!(t===void 0||!this.#i.includes(t.id)||this.#n.has(t.id))&&(this.#r=setTimeout(()=>{this.#o(t).catch(()=>this.#n.delete(t.id))},150))}async#o(t){this.#n.size>=500&&this.#n.clear(),this.#n.set(t.id,void 0);let e=await this.#e(t.id),n={value:e?.value??t.id,country:e?.country_scope?.slice(0,2)};this.#n.set(t.id,n),this.#t(t,n)}};var Y=[...F.keys()],l={label:"Company",country:"Country",allCountries:"All countries",hint:"At least 3 characters of a name or business ID",searching:"Searching…",one:"1 company found",many:"{n} companies found",more:"The first {n} companies. Type more to narrow the list.",none:"No company found. The search compares the beginning of names and business IDs.",waiting:"Too many searches at once. The next one is sent in {n} s.",failed:"The search service cannot be reached.",retry:"Try again",required:"Choose a company.",unknown:"No company has this ID.",unfinished:"Choose a company from the list."};function C(r,t){return r.replace("{n}",String(t))}function R(r,t){try{return new Intl.DisplayNames([t,"en"],{type:"region"}).of(r)??r}catch{return r}}var N="all",O=class{country=c("select",{id:"country",part:"country"});#e=c("label",{for:"input",part:"label"});#t=c("label",{for:"country",part:"label"});#n=c("div",{class:"country"},this.#t,this.country);#i=c("button",{type:"button",part:"retry"});#r=c("p",{class:"notice",part:"notice",hidden:""});#o=c("p",{part:"attribution",hidden:""});#s=c("p",{id:"note",class:"note",part:"note"});#c=c("div",{class:"status",role:"status"});#l;#h;#a;#d;#m;#p;#y=!1;#v="en";#f;constructor(t,e){this.#h=t,this.#l=e,this.#d=new A(e.baseUrl,a=>this.#E(a)),this.#m=new _(a=>this.#d.identifier(a),(a,{value:h})=>{this.#a.showDetails(a.id,this.#C(a)),this.isOpen&&this.#g(h)}),this.#a=new k({onInput:()=>this.#x(),onOpen:()=>this.find(),onChoose:a=>this.#S(a),onHighlight:a=>this.#m.highlight(a),onSubmit:e.onSubmit,onLeave:()=>this.close()});let{input:n,anchor:i,popup:o}=this.#a;o.append(this.#r,this.#o);let s=c("div",{class:"field"},n,i,o),d=c("div",{class:"search"},this.#e,s);t.append(c("div",{class:"row"},d,this.#n),this.#s,this.#c),this.#i.addEventListener("click",()=>{n.focus(),this.find()}),this.country.addEventListener("change",()=>this.find()),this.country.addEventListener("focusout",({relatedTarget:a})=>{a!==n&&this.close()}),this.#u("")}get input(){return this.#a.input}get anchor(){return this.#a.anchor}get isOpen(){return!this.#a.popup.hidden}get company(){return this.#p}get attribution(){return this.#o.textContent??""}describe({label:t,name:e,placeholder:n,isRequired:i,country:o,hasCountryPicker:s,language:d}){let{input:a,list:h}=this.#a;this.#v=d,this.#e.textContent=t,this.#e.hidden=t===null,a.ariaLabel=t===null?e:null,h.ariaLabel=e,a.placeholder=n,a.ariaRequired=String(i);let g=Y.map(u=>[u,R(u,d)]);g.sort(([,u],[,P])=>u.localeCompare(P));let b=s?[[N,l.allCountries],...g]:[[o??N,""]],m=this.country.value;this.country.replaceChildren(...b.map(([u,P])=>c("option",{value:u},P))),this.country.value=s&&m!==""?m:o??N,this.#t.textContent=l.country,this.#t.hidden=t===null,this.country.ariaLabel=t===null?l.country:null,this.#n.hidden=!s}showCompany(t,e){this.showText(t.name??t.id),this.#p=t,this.#o.textContent=e,this.#s.textContent=e}showText(t){this.#p=void 0,this.input.value=t,this.close(),this.#u("")}async showId(t){this.showText(t);try{let e=await this.#d.company(t);return e===void 0?void 0:(this.showCompany(e.data,e.attribution),!0)}catch(e){return this.#s.textContent=this.#w(e),e instanceof p&&!e.retryable?!1:void 0}}showFault(t){this.#s.textContent!==t&&(this.isOpen?this.#u(t):this.#g(t),this.#s.textContent=t,this.#s.classList.add("fault"))}find(){this.#p===void 0&&this.#d.find(this.input.value,this.country.value,0)}close(){this.#d.cancel(),clearInterval(this.#f),this.#y&&this.#a.show([],()=>""),this.#y=!1,this.#a.open(!1)}#x(){let t=this.#p;this.#p=void 0,this.#d.find(this.input.value,this.country.value),t===void 0?this.#l.onInput():this.#l.onChange(void 0)}#S(t){this.showCompany(t,this.attribution),this.#l.onChange(t)}#E(t){clearInterval(this.#f);let e=t.kind==="found";this.#y=t.kind==="searching"||t.kind==="waiting";let n=e||t.kind==="searching"?t.companies:[];this.#m.list(n),this.#a.show(n,i=>this.#C(i)),e&&(this.#o.textContent=t.attribution),this.#o.hidden=n.length===0,this.#r.classList.toggle("busy",t.kind==="searching"),this.#A(t),this.#a.open(t.kind!=="idle"&&t.kind!=="short"&&this.#h.activeElement!==null)}#A(t){switch(t.kind){case"idle":return this.#u("");case"short":return this.#u("",l.hint);case"searching":return this.#b(t.companies.length===0?l.searching:"");case"found":return this.#T(t.companies.length,t.hasMore);case"waiting":return this.#k(Math.ceil(t.seconds));case"failed":this.#u(this.#w(t.error)),this.#i.textContent=l.retry,this.#r.append(this.#i)}}#T(t,e){t===0?this.#u(l.none):e?this.#u(C(l.more,t)):this.#u("",t===1?l.one:C(l.many,t))}#k(t){this.#u(C(l.waiting,t));let e=t;this.#f=setInterval(()=>{e--,this.#b(e>0?C(l.waiting,e):l.searching),e<=0&&clearInterval(this.#f)},1e3)}#u(t,e=t){this.#b(t),this.#g(e),this.#s.textContent=l.hint,this.#s.classList.remove("fault")}#g(t){let e=t===this.#c.textContent&&t!=="";this.#c.textContent=e?`${t} `:t}#b(t){this.#r.textContent=t,this.#r.hidden=t===""}#w(t){return t instanceof p&&!t.retryable?y(t.detail):(t instanceof TypeError&&reportError(t),l.failed)}#C({id:t,country_code:e,legal_form:n,company_status:i}){let o=this.#m.of(t),s=e??o?.country;return[s&&R(s,this.#v),n,i,o?.value].filter(a=>a!==void 0).join(" · ")}};var V=`/* Colours come from the page: from its \`color-scheme\`, or from the custom properties that it sets. */
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
  margin-block-end: 0.25rem;
  color: var(--_quiet);
  font-size: 0.9em;
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
`;var wt=globalThis.HTMLElement??Object,I,Ct=["baseUrl","country","disabled","name","required","value"],M=class extends wt{static formAssociated=!0;static observedAttributes=["aria-label","country","country-picker","label","placeholder","required","value"];static texts=l;#e=this.attachInternals();#t;#n="";#i=!1;constructor(){super();let t=this.attachShadow({mode:"open",delegatesFocus:!0});I===void 0&&(I=new CSSStyleSheet,I.replaceSync(V)),t.adoptedStyleSheets=[I],this.#t=new O(t,{baseUrl:()=>this.baseUrl,onInput:()=>this.#n===""?this.#a():this.#l(void 0),onChange:e=>this.#l(e),onSubmit:()=>this.form?.requestSubmit()}),this.addEventListener("invalid",e=>{this.#d(!0),this.#t.showFault(this.validationMessage),this.#t.isOpen&&e.preventDefault()})}get value(){return this.#t.company?.id??this.#n}set value(t){t!==""&&t===this.#t.company?.id||(this.#o(t),this.#t.showText(t),this.#h(),this.isConnected&&this.#c())}get company(){return this.#t.company}get query(){return this.#t.input.value}get country(){return this.#t.country.value}set country(t){this.setAttribute("country",t)}get baseUrl(){let t=this.getAttribute("base-url");return t!==null?new URL(t,document.baseURI).href:import.meta.apiBaseUrl??""}set baseUrl(t){this.setAttribute("base-url",t)}get required(){return this.hasAttribute("required")}set required(t){this.toggleAttribute("required",t)}get disabled(){return this.hasAttribute("disabled")}set disabled(t){this.toggleAttribute("disabled",t)}get name(){return this.getAttribute("name")??""}set name(t){this.setAttribute("name",t)}get form(){return this.#e.form}get validity(){return this.#e.validity}get validationMessage(){return this.#e.validationMessage}checkValidity(){return this.#e.checkValidity()}reportValidity(){return this.#e.reportValidity()}connectedCallback(){this.#r(),this.#s(),this.#c();let t=this.querySelector("input");t===null||this.query!==""||(this.#t.input.value=t.value,t.value="",document.activeElement===t&&(this.#t.input.focus(),this.#t.find()))}disconnectedCallback(){this.#t.close()}attributeChangedCallback(t,e,n){t==="value"&&(this.value=n??""),this.isConnected&&this.#s()}formResetCallback(){this.#t.country.value="",this.#s(),this.value=this.getAttribute("value")??"",this.#d(!1)}formDisabledCallback(t){this.#t.input.disabled=t,this.#t.country.disabled=t,t&&this.#t.close()}formStateRestoreCallback(t){let{company:e,attribution:n}=JSON.parse(t);T(e)&&(this.#o(""),this.#t.showCompany(e,y(n)),this.#h())}#r(){for(let t of Ct.filter(e=>Object.hasOwn(this,e))){let e=this[t];Reflect.deleteProperty(this,t),Object.assign(this,{[t]:e})}}#o(t){this.#n=t,this.#i=!1}#s(){let t=[...this.#e.labels].map(({textContent:i})=>i?.trim()),e=this.getAttribute("label"),n=this.getAttribute("country");this.#t.describe({label:e,name:e??this.getAttribute("aria-label")??(t.join(" ")||l.label),placeholder:this.getAttribute("placeholder")??"",isRequired:this.required,country:n===null?null:H(n),hasCountryPicker:this.hasAttribute("country-picker"),language:this.closest("[lang]")?.getAttribute("lang")??"en"}),this.#a()}async#c(){let t=this.#n;if(t==="")return;let e=v(t)&&await this.#t.showId(t);e===void 0||t!==this.#n||(this.#i=!e,this.#h())}#l(t){this.#o(""),this.#h(),t!==void 0&&this.dispatchEvent(new CustomEvent("company-selected",{detail:t,bubbles:!0,composed:!0})),this.dispatchEvent(new Event("change",{bubbles:!0}))}#h(){let{company:t,attribution:e}=this.#t,n=t===void 0?null:JSON.stringify({company:t,attribution:e});this.#e.setFormValue(v(this.value)?this.value:null,n),this.#a()}#a(){let t=this.value==="",e=(n,i)=>this.#e.setValidity(n,i,this.#t.anchor);this.#i?e({badInput:!0},l.unknown):t&&this.query.trim()!==""?e({badInput:!0},l.unfinished):t&&this.required?e({valueMissing:!0},l.required):e({}),this.validity.valid&&this.#d(!1)}#d(t){this.#t.input.ariaInvalid=String(t),t?this.#e.states.add("invalid"):this.#e.states.delete("invalid")}};globalThis.customElements?.get("company-search")===void 0&&globalThis.customElements?.define("company-search",M);export{M as CompanySearch};
