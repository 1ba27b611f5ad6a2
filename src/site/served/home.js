document.addEventListener("company-selected",e=>{let{id:n}=e.detail;location.assign(`companies/${n}`)});
