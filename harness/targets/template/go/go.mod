module adapter

go 1.21
